package dev.fleetwright.documents;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.fleetwright.documents.CollectionReaders.Element;
import dev.fleetwright.model.Checked;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes records from trees and collects every reason why not. The same binder serves files and the
 * plain maps of a Kubernetes client, and reads the same Jackson annotations as the CRD generator.
 *
 * <ul>
 *   <li>A component is required, unless it is {@code @Nullable}, has a {@code
 *       JsonProperty.defaultValue}, or is a list, set or map; these are then empty. {@code
 *       JsonProperty.required} makes any component required.
 *   <li>{@code JsonProperty} and {@code JsonAlias} name components, {@code JsonProperty} also the
 *       constants of enums.
 *   <li>Unknown fields are problems unless {@code JsonIgnoreProperties} says otherwise.
 *   <li>An interface with {@code JsonTypeInfo} and {@code JsonSubTypes} (or sealed, with {@code
 *       JsonTypeName}) is read as the type that its discriminator names.
 *   <li>{@code IllegalArgumentException}s of constructors, and the problems of {@link SelfChecking}
 *       records, become problems of the document.
 * </ul>
 *
 * <p>Immutable and safe for many threads; keep one and reuse it, since it remembers what it learns
 * about types.
 */
public final class Binder {

  private static final Map<Class<?>, ValueReader> BUILT_IN = builtIn();

  private final Map<Class<?>, Function<Binder, ValueReader>> custom;
  private final ConcurrentHashMap<Class<?>, ValueReader> known = new ConcurrentHashMap<>();

  private Binder(Map<Class<?>, Function<Binder, ValueReader>> custom) {
    this.custom = custom;
  }

  public static Binder standard() {
    return new Binder(Map.of());
  }

  private static Map<Class<?>, ValueReader> builtIn() {
    Map<Class<?>, ValueReader> readers = new HashMap<>();
    ValueReader ints = ScalarReaders.integer(Integer.MIN_VALUE, Integer.MAX_VALUE, Long::intValue);
    ValueReader longs = ScalarReaders.integer(Long.MIN_VALUE, Long.MAX_VALUE, number -> number);
    readers.put(String.class, ScalarReaders.STRING);
    readers.put(int.class, ints);
    readers.put(Integer.class, ints);
    readers.put(long.class, longs);
    readers.put(Long.class, longs);
    readers.put(double.class, ScalarReaders.DOUBLE);
    readers.put(Double.class, ScalarReaders.DOUBLE);
    readers.put(boolean.class, ScalarReaders.BOOLEAN);
    readers.put(Boolean.class, ScalarReaders.BOOLEAN);
    readers.put(BigDecimal.class, ScalarReaders.DECIMAL);
    readers.put(Instant.class, ScalarReaders.INSTANT);
    readers.put(Object.class, FreeForm.PLAIN);
    readers.put(Node.class, FreeForm.NODE);
    return readers;
  }

  /** A binder that reads one type by code of its own, from any kind of node. */
  public <T> Binder reading(Class<T> type, NodeReader<T> reader) {
    return with(type, _ -> ScalarReaders.custom("a " + type.getSimpleName(), reader));
  }

  /**
   * A binder that parses one type from strings. Columns of its problems count in the string and
   * come out as columns of the file.
   *
   * @param wanted for messages, e.g. {@code a version range}
   */
  public <T> Binder parsing(Class<T> type, String wanted, Function<String, Checked<T>> parser) {
    return with(type, _ -> ScalarReaders.text(wanted, parser));
  }

  /** A binder that reads one type as the record that a field of the mapping names. */
  public <T> Binder choosing(
      Class<T> type, String field, Map<String, ? extends Class<? extends T>> choices) {
    Map<String, Class<?>> copy = new LinkedHashMap<>(choices);
    return with(type, binder -> new ChoiceReader(field, copy, null, binder::recordReader));
  }

  private Binder with(Class<?> type, Function<Binder, ValueReader> reader) {
    Map<Class<?>, Function<Binder, ValueReader>> more = new HashMap<>(custom);
    more.put(type, reader);
    return new Binder(Map.copyOf(more));
  }

  public <T> Bound<T> bind(Node node, Class<T> type) {
    Problems problems = new Problems();
    T value = bind(node, type, problems);
    return new Bound<>(value, problems.list());
  }

  /** Binds and adds to problems that the caller goes on with; null when there is an error. */
  public <T> @Nullable T bind(Node node, Class<T> type, Problems problems) {
    Object value = reader(type).read(node, problems);
    return ValueReader.failed(value) ? null : type.cast(value);
  }

  /** Binds a record and leaves some fields to others. */
  <T extends Record> @Nullable T bind(
      Node node, Class<T> type, Set<String> alsoAllowed, Problems problems) {
    Object value = recordReader(type).read(node, alsoAllowed, problems);
    return ValueReader.failed(value) ? null : type.cast(value);
  }

  RecordReader recordReader(Class<?> type) {
    if (reader(type) instanceof RecordReader reader) {
      return reader;
    }
    throw unreadable(type, "is no record that is read as one");
  }

  private ValueReader reader(Class<?> type) {
    ValueReader found = known.get(type);
    if (found == null) {
      // Not computeIfAbsent: a record may contain itself, and then the map would be changed inside.
      found = make(type);
      ValueReader earlier = known.putIfAbsent(type, found);
      found = earlier == null ? found : earlier;
    }
    return found;
  }

  private ValueReader make(Class<?> type) {
    Function<Binder, ValueReader> own = custom.get(type);
    if (own != null) {
      return own.apply(this);
    }
    ValueReader builtIn = BUILT_IN.get(type);
    if (builtIn != null) {
      return builtIn;
    }
    if (type.isEnum()) {
      return ScalarReaders.enumeration(constants(type));
    }
    if (type.isRecord()) {
      return new RecordReader(type, this::reader);
    }
    if (type.isInterface()) {
      return choice(type);
    }
    throw unreadable(type, "cannot be read; register a reader for it");
  }

  /** Reads a type as it is used: with its arguments, and late when it is a record. */
  private ValueReader reader(AnnotatedType type) {
    if (type.getType() instanceof Class<?> plain) {
      boolean mayContainItself =
          (plain.isRecord() || plain.isInterface()) && !custom.containsKey(plain);
      return mayContainItself ? new Late(() -> reader(plain)) : reader(plain);
    }
    if (type instanceof AnnotatedParameterizedType used
        && used.getType() instanceof ParameterizedType generic
        && generic.getRawType() instanceof Class<?> raw) {
      AnnotatedType[] arguments = used.getAnnotatedActualTypeArguments();
      if (raw == List.class || raw == Collection.class) {
        return CollectionReaders.list(element(arguments[0]));
      }
      if (raw == Set.class) {
        return CollectionReaders.set(element(arguments[0]));
      }
      if (raw == Map.class) {
        return CollectionReaders.map(reader(arguments[0]), element(arguments[1]));
      }
    }
    throw new IllegalArgumentException("cannot read values of type " + type.getType());
  }

  private Element element(AnnotatedType type) {
    // A free-form element may be null: its shape is not ours to know.
    boolean nullable = isNullable(type) || type.getType() == Object.class;
    return new Element(reader(type), nullable);
  }

  static boolean isNullable(AnnotatedType type) {
    return type.isAnnotationPresent(Nullable.class);
  }

  private static Map<String, Object> constants(Class<?> type) {
    Map<String, Object> constants = new LinkedHashMap<>();
    for (Object constant : type.getEnumConstants()) {
      String name = ((Enum<?>) constant).name();
      try {
        JsonProperty property = type.getField(name).getAnnotation(JsonProperty.class);
        constants.put(
            property == null || property.value().isEmpty() ? name : property.value(), constant);
      } catch (NoSuchFieldException e) {
        throw new IllegalStateException(e);
      }
    }
    return constants;
  }

  private ValueReader choice(Class<?> type) {
    JsonTypeInfo info = type.getAnnotation(JsonTypeInfo.class);
    if (info == null) {
      throw unreadable(type, "has no JsonTypeInfo; add it or register the choices");
    }
    Map<String, Class<?>> choices = new LinkedHashMap<>();
    JsonSubTypes listed = type.getAnnotation(JsonSubTypes.class);
    if (listed != null) {
      Arrays.stream(listed.value())
          .forEach(sub ->
              choices.put(sub.name().isEmpty() ? nameOf(sub.value()) : sub.name(), sub.value()));
    } else if (type.isSealed()) {
      Arrays.stream(type.getPermittedSubclasses()).forEach(sub -> choices.put(nameOf(sub), sub));
    }
    String field =
        info.property().isEmpty() ? info.use().getDefaultPropertyName() : info.property();
    // Jackson's marker for "no default" is the annotation itself.
    boolean none = info.defaultImpl() == JsonTypeInfo.class;
    return new ChoiceReader(field, choices, none ? null : info.defaultImpl(), this::recordReader);
  }

  private static String nameOf(Class<?> type) {
    JsonTypeName name = type.getAnnotation(JsonTypeName.class);
    return name == null ? type.getSimpleName() : name.value();
  }

  private static IllegalArgumentException unreadable(Class<?> type, String why) {
    return new IllegalArgumentException(type.getName() + " " + why);
  }
}
