package dev.fleetwright.documents;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.fleetwright.model.Problem;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads mappings as one record type. What reflection tells is worked out once. */
final class RecordReader extends ValueReader {

  private record Component(
      String name,
      ValueReader reader,
      boolean nullable,
      boolean required,
      @Nullable Object defaultValue) {}

  private final List<Component> components = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> byName = new HashMap<>();
  private final Set<String> ignored;
  private final boolean ignoresUnknown;
  private final MethodHandle constructor;

  RecordReader(Class<?> type, Function<AnnotatedType, ValueReader> readers) {
    JsonIgnoreProperties ignore = type.getAnnotation(JsonIgnoreProperties.class);
    this.ignored = ignore == null ? Set.of() : Set.of(ignore.value());
    this.ignoresUnknown = ignore != null && ignore.ignoreUnknown();
    for (RecordComponent component : type.getRecordComponents()) {
      add(type, component, readers);
    }
    this.constructor = constructor(type);
  }

  private void add(
      Class<?> type, RecordComponent component, Function<AnnotatedType, ValueReader> readers) {
    JsonProperty property = annotation(type, component, JsonProperty.class);
    String name =
        property == null || property.value().isEmpty() ? component.getName() : property.value();
    ValueReader reader = readers.apply(component.getAnnotatedType());
    Object defaultValue = null;
    if (property != null && !property.defaultValue().isEmpty()) {
      defaultValue = defaultValue(type, name, reader, property.defaultValue());
    }
    boolean nullable = Binder.isNullable(component.getAnnotatedType());
    boolean required =
        (property != null && property.required())
            || (!nullable && defaultValue == null && reader.absent() == null);
    int index = components.size();
    components.add(
        new Component(
            name,
            reader,
            nullable,
            required,
            defaultValue != null || nullable ? defaultValue : reader.absent()));
    names.add(name);
    byName.put(name, index);
    JsonAlias alias = annotation(type, component, JsonAlias.class);
    if (alias != null) {
      Arrays.stream(alias.value()).forEach(other -> byName.put(other, index));
    }
  }

  private static Object defaultValue(
      Class<?> type, String name, ValueReader reader, String written) {
    Problems problems = new Problems();
    CoreSchema.Resolved resolved =
        reader.isText() ? CoreSchema.string(written) : CoreSchema.resolve(written);
    Object value =
        reader.read(
            ScalarNode.ofPlain(Path.ROOT, resolved.kind(), written, resolved.value()), problems);
    if (failed(value)) {
      throw new IllegalArgumentException(
          "the default of " + type.getName() + "." + name + " is none: " + problems.list());
    }
    return value;
  }

  /** Jackson's annotations cannot stand on a component itself; they are copied to its field. */
  private static <A extends Annotation> @Nullable A annotation(
      Class<?> type, RecordComponent component, Class<A> wanted) {
    try {
      A onField = type.getDeclaredField(component.getName()).getAnnotation(wanted);
      return onField != null ? onField : component.getAccessor().getAnnotation(wanted);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle constructor(Class<?> type) {
    try {
      RecordComponent[] components = type.getRecordComponents();
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Constructor<?> canonical = type.getDeclaredConstructor(types);
      canonical.setAccessible(true);
      return MethodHandles.lookup()
          .unreflectConstructor(canonical)
          .asFixedArity()
          .asSpreader(Object[].class, components.length)
          .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("cannot make values of " + type.getName(), e);
    }
  }

  List<String> names() {
    return names;
  }

  @Override
  String wanted() {
    return "a mapping";
  }

  @Override
  Object read(Node node, Problems problems) {
    return read(node, Set.of(), problems);
  }

  /**
   * @param alsoAllowed fields that others read
   */
  Object read(Node node, Set<String> alsoAllowed, Problems problems) {
    if (!(node instanceof MappingNode mapping)) {
      return wrongType(node, hint(), problems);
    }
    @Nullable Object[] values = new @Nullable Object[components.size()];
    @Nullable String[] givenAs = new @Nullable String[components.size()];
    boolean sound = true;
    for (Map.Entry<String, Node> child : mapping.children().entrySet()) {
      Integer index = byName.get(child.getKey());
      if (index == null) {
        if (!ignoresUnknown
            && !ignored.contains(child.getKey())
            && !alsoAllowed.contains(child.getKey())) {
          sound = false;
          reportUnknown(child.getKey(), child.getValue(), problems);
        }
        continue;
      }
      String earlier = givenAs[index];
      if (earlier != null) {
        sound = false;
        problems.error(() ->
            child
                .getValue()
                .keyProblem(
                    "duplicate-key",
                    "the field is given as " + earlier + " too",
                    "remove one of them"));
        continue;
      }
      givenAs[index] = child.getKey();
      Object value = component(components.get(index), child.getValue(), problems);
      sound &= !failed(value);
      values[index] = value;
    }
    for (int i = 0; i < values.length; i++) {
      Component component = components.get(i);
      if (givenAs[i] == null) {
        if (component.required) {
          sound = false;
          reportMissing(component, node, problems);
        }
        values[i] = component.defaultValue;
      }
    }
    return sound ? make(node, values, problems) : FAILED;
  }

  private static @Nullable Object component(Component component, Node value, Problems problems) {
    if (CollectionReaders.isNull(value) && !component.reader.equals(FreeForm.NODE)) {
      if (!component.required) {
        return component.defaultValue;
      }
      problems.error(() ->
          value.keyProblem(
              "missing-field", "the field has no value", "give it " + component.reader.wanted()));
      return FAILED;
    }
    return component.reader.read(value, problems);
  }

  private Object make(Node node, @Nullable Object[] values, Problems problems) {
    Object made;
    try {
      made = constructor.invokeExact(values);
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      String message = e.getMessage();
      problems.error(() ->
          node.keyProblem(
              "invalid-value",
              message == null ? "the values do not fit together" : Words.sentence(message),
              ""));
      return FAILED;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    if (made instanceof SelfChecking checking) {
      boolean sound = true;
      for (var problem : checking.check()) {
        sound &= !problem.isError();
        problems.add(node.relocate(problem));
      }
      return sound ? made : FAILED;
    }
    return made;
  }

  private void reportUnknown(String name, Node value, Problems problems) {
    problems.error(() ->
        value.keyProblem(
            "unknown-field",
            "unknown field " + Words.shown(name),
            Words.instead(name, names, "remove it")));
  }

  private static void reportMissing(Component component, Node node, Problems problems) {
    problems.error(() ->
        new Problem(
                "missing-field",
                node.path.child(component.name).toString(),
                "missing field " + Words.quoted(component.name),
                "add it: " + component.reader.wanted())
            .at(node.keyPlace()));
  }

  private String hint() {
    return names.size() > 12 || names.isEmpty()
        ? ""
        : "its fields are: " + String.join(", ", names);
  }
}
