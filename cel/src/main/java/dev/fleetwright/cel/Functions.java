package dev.fleetwright.cel;

import dev.cel.common.values.CelByteString;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The functions that we run ourselves: those that take values of any kind apart, those whose result
 * can be larger than their arguments, and the few that nearly every expression uses. All others are
 * the library's.
 */
final class Functions {

  private static final Map<String, CallNode.Body> OWN = new HashMap<>();

  static {
    OWN.put("_+_", Arithmetic::add);
    OWN.put("_-_", Arithmetic::subtract);
    OWN.put("_*_", Arithmetic::multiply);
    OWN.put("_/_", Arithmetic::divide);
    OWN.put("_%_", Arithmetic::modulo);
    OWN.put("-_", Arithmetic::negate);
    OWN.put("size", Functions::size);
    OWN.put("type", (frame, id, args) -> Values.typeOf(args[0]));
    OWN.put("dyn", (frame, id, args) -> args[0]);
    OWN.put("contains", TextFunctions::contains);
    OWN.put("startsWith", TextFunctions::startsWith);
    OWN.put("endsWith", TextFunctions::endsWith);
    OWN.put("matches", TextFunctions::matches);
    OWN.put("join", TextFunctions::join);
    OWN.put("replace", TextFunctions::replace);
    OWN.put("slice", ListFunctions::slice);
    OWN.put("flatten", ListFunctions::flatten);
    OWN.put("lists.range", ListFunctions::range);
    OWN.put("distinct", ListFunctions::distinct);
    OWN.put("sort", ListFunctions::sort);
    OWN.put("lists.@sortByAssociatedKeys", ListFunctions::sortByKeys);
    OWN.put("reverse", ListFunctions::reverse);
    OWN.put("first", ListFunctions::first);
    OWN.put("last", ListFunctions::last);
    OWN.put("sets.contains", ListFunctions::setContains);
    OWN.put("sets.equivalent", ListFunctions::setEquivalent);
    OWN.put("sets.intersects", ListFunctions::setIntersects);
    OWN.put("cel.@mapInsert", ListFunctions::mapInsert);
    OWN.put("optional.of", (frame, id, args) -> Opt.of(args[0]));
    OWN.put("optional.none", (frame, id, args) -> Opt.NONE);
    OWN.put(
        "optional.ofNonZeroValue",
        (frame, id, args) -> Values.isZero(args[0]) ? Opt.NONE : Opt.of(args[0]));
    OWN.put("optional.unwrap", ListFunctions::unwrapOptionals);
    OWN.put("unwrapOpt", ListFunctions::unwrapOptionals);
    OWN.put("hasValue", (frame, id, args) -> optional(id, "hasValue()", args[0]).present());
    OWN.put("value", Functions::value);
    OWN.put("string", Functions::string);
    OWN.putAll(KubernetesLibrary.bodies());
  }

  private Functions() {}

  /** How a function is run. Members and global functions of one name do the same. */
  static CallNode.Body named(String name, int args, boolean member) {
    CallNode.Body own = OWN.get(name);
    return own != null ? own : LibraryCalls.call(name, args, member);
  }

  private static @Nullable Object size(Frame frame, long id, @Nullable Object[] args) {
    return switch (args[0]) {
      case List<?> list -> (long) list.size();
      case Map<?, ?> map -> (long) map.size();
      case CelByteString bytes -> (long) bytes.size();
      case String text -> {
        frame.chargeText(text.length(), id);
        yield (long) text.codePointCount(0, text.length());
      }
      case null, default -> throw Node.noOverload(id, "size()", args);
    };
  }

  private static @Nullable Object value(Frame frame, long id, @Nullable Object[] args) {
    Opt opt = optional(id, "value()", args[0]);
    if (!opt.present()) {
      throw new EvalError(
          "absent-optional",
          "",
          "value() was called on an optional without a value",
          "use orValue(), or test hasValue() first",
          id,
          true);
    }
    return opt.value();
  }

  private static @Nullable Object string(Frame frame, long id, @Nullable Object[] args) {
    return args[0] instanceof Opaque opaque
        ? opaque.toString()
        : LibraryCalls.call("string", 1, false).call(frame, id, args);
  }

  private static Opt optional(long id, String operation, @Nullable Object value) {
    if (value instanceof Opt opt) {
      return opt;
    }
    throw Node.noOverload(id, operation, value);
  }
}
