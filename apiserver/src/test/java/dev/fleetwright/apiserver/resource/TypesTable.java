package dev.fleetwright.apiserver.resource;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes {@code types.tsv}, the fields of the built-in types, from the classes of the Kubernetes
 * client, so that the server itself needs none of them. Run {@code main} after a new client
 * version.
 */
final class TypesTable {
  static final Path FILE =
      Path.of("src/main/resources/dev/fleetwright/apiserver/resource/types.tsv");
  private static final String MODEL = "io.fabric8.kubernetes.api.model.";
  private static final Set<String> META =
      Set.of("ObjectMeta", "OwnerReference", "ManagedFieldsEntry", "LabelSelector");
  private static final Set<String> OPAQUE =
      Set.of("FieldsV1", "RawExtension", "JSONSchemaProps", "AnyType", "KubernetesResource");

  private final Map<String, String> rows = new TreeMap<>();

  private TypesTable() {}

  static void main(String[] args) throws IOException {
    Files.writeString(FILE, text());
  }

  static String text() {
    var table = new TypesTable();
    table.add(load("ObjectMeta"));
    for (List<String> row : TableFile.rows("kinds.tsv", 12)) {
      table.add(load(packageOf(row.get(0), row.get(1)) + row.get(2)));
    }
    var text = new StringBuilder();
    text.append("# The fields of built-in types. Made by TypesTable, checked by a test.\n");
    text.append("# type\tfield:type, with [] for lists and {} for maps\n");
    table.rows.forEach(
        (name, fields) -> text.append(name).append('\t').append(fields).append('\n'));
    return text.toString();
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(MODEL + name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String packageOf(String group, String version) {
    return switch (group) {
      case "" -> "";
      case "apps" -> "apps.";
      case "rbac.authorization.k8s.io" -> "rbac.";
      default -> group.replaceAll("\\..*", "") + "." + version + ".";
    };
  }

  private static String nameOf(Class<?> type) {
    String simple = type.getSimpleName();
    String family = type.getPackageName().substring(MODEL.length() - 1);
    if (family.isEmpty()) {
      return (META.contains(simple) ? "meta.v1." : "core.v1.") + simple;
    }
    family = family.substring(1);
    return family.contains(".") ? family + "." + simple : family + ".v1." + simple;
  }

  private String add(Class<?> type) {
    String name = nameOf(type);
    if (rows.putIfAbsent(name, "") != null) {
      return name;
    }
    var fields = new ArrayList<String>();
    for (Field field : type.getDeclaredFields()) {
      JsonProperty property = field.getAnnotation(JsonProperty.class);
      if (property != null) {
        String fieldName = property.value().isEmpty() ? field.getName() : property.value();
        fields.add(fieldName + ":" + notation(field.getGenericType()));
      }
    }
    rows.put(name, String.join(" ", fields));
    return name;
  }

  private String notation(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      String prefix = Map.class.isAssignableFrom((Class<?>) generic.getRawType()) ? "{}" : "[]";
      return prefix + notation(last);
    }
    Class<?> raw = (Class<?>) type;
    if (raw == String.class || raw.isEnum() || Temporal.class.isAssignableFrom(raw)) {
      return "string";
    }
    if (raw == Integer.class || raw == Long.class) {
      return "integer";
    }
    if (raw == Double.class || raw == Float.class) {
      return "number";
    }
    if (raw == Boolean.class) {
      return "boolean";
    }
    if (raw == IntOrString.class) {
      return "int-or-string";
    }
    if (raw == Quantity.class || raw == Object.class || OPAQUE.contains(raw.getSimpleName())) {
      return "any";
    }
    if (raw.getSimpleName().equals("MicroTime")) {
      return "string";
    }
    if (raw.getName().startsWith(MODEL)) {
      return add(raw);
    }
    throw new IllegalStateException("no notation for " + raw);
  }
}
