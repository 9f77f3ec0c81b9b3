package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.NameSyntax;
import dev.fleetwright.apiserver.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What holds for the metadata of every object. */
final class MetadataRules {
  private static final int MAX_ANNOTATIONS = 256 * 1024;
  private static final List<String> SYSTEM_FIELDS =
      List.of(
          "uid",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "generation",
          "resourceVersion");

  private MetadataRules() {}

  /** The metadata of an object; it is created where it is absent. */
  static ObjectNode metadata(ObjectNode object) {
    JsonNode metadata = object.get("metadata");
    if (metadata == null || metadata.isNull()) {
      return object.putObject("metadata");
    }
    if (metadata instanceof ObjectNode present) {
      return present;
    }
    throw Failure.badRequest("metadata must be an object");
  }

  /** Empty lists and maps in the metadata mean the same as none. */
  static void dropEmpty(ObjectNode object) {
    ObjectNode metadata = metadata(object);
    for (String field : List.of("labels", "annotations", "finalizers", "ownerReferences")) {
      JsonNode value = metadata.get(field);
      if (value != null && value.isContainerNode() && value.isEmpty()) {
        metadata.remove(field);
      }
    }
  }

  /** Only a deletion says when an object is deleted; a writer that says otherwise is mistaken. */
  static void checkDeletionTime(ResourceType type, ObjectNode live, ObjectNode next) {
    String given = Json.textAt(next, "metadata", "deletionTimestamp");
    if (given != null && !given.equals(Json.textAt(live, "metadata", "deletionTimestamp"))) {
      throw Failure.invalid(
          type.kindTarget(Json.textOrEmpty(live, "metadata", "name")),
          List.of(
              Cause.invalid(
                  "metadata.deletionTimestamp", "\"" + given + "\"", "field is immutable")));
    }
  }

  /** Takes over what only the server sets. */
  static void keepSystemFields(ObjectNode live, ObjectNode next) {
    ObjectNode from = metadata(live);
    ObjectNode to = metadata(next);
    to.remove("selfLink");
    for (String field : SYSTEM_FIELDS) {
      JsonNode value = from.get(field);
      if (value == null) {
        to.remove(field);
      } else {
        to.set(field, value);
      }
    }
  }

  /** What is wrong with labels, annotations, finalizers and owners. */
  static List<Cause> check(ObjectNode object, @Nullable ObjectNode live) {
    var causes = new ArrayList<Cause>();
    ObjectNode metadata = metadata(object);
    labels(metadata, causes);
    annotations(metadata, causes);
    owners(metadata, causes);
    if (live != null && isDeleting(live)) {
      var added = new TreeSet<>(finalizers(object));
      added.removeAll(finalizers(live));
      if (!added.isEmpty()) {
        causes.add(
            Cause.forbidden(
                "metadata.finalizers",
                "no new finalizers can be added if the object is being deleted, found new"
                    + " finalizers "
                    + added));
      }
    }
    return causes;
  }

  private static void labels(ObjectNode metadata, List<Cause> causes) {
    ObjectNode labels = Json.objectAt(metadata, "labels");
    if (labels == null) {
      return;
    }
    for (Map.Entry<String, JsonNode> label : labels.properties()) {
      checkKey(label.getKey(), "metadata.labels", causes);
      String value = label.getValue().asText();
      if (!NameSyntax.isLabelValue(value)) {
        causes.add(
            Cause.invalid(
                "metadata.labels",
                "\"" + value + "\"",
                "a valid label must be an empty string or at most 63 alphanumeric characters, '-',"
                    + " '_' or '.', and must start and end with an alphanumeric character"));
      }
    }
  }

  private static void annotations(ObjectNode metadata, List<Cause> causes) {
    ObjectNode annotations = Json.objectAt(metadata, "annotations");
    if (annotations == null) {
      return;
    }
    long size = 0;
    for (Map.Entry<String, JsonNode> annotation : annotations.properties()) {
      checkKey(annotation.getKey().toLowerCase(Locale.ROOT), "metadata.annotations", causes);
      size += annotation.getKey().length() + annotation.getValue().asText().length();
    }
    if (size > MAX_ANNOTATIONS) {
      causes.add(
          new Cause(
              "FieldValueTooLong",
              "Too long: may not be more than " + MAX_ANNOTATIONS + " bytes",
              "metadata.annotations"));
    }
  }

  private static void checkKey(String key, String field, List<Cause> causes) {
    int slash = key.indexOf('/');
    if (!NameSyntax.isKey(key) || slash > 253) {
      causes.add(
          Cause.invalid(
              field,
              "\"" + key + "\"",
              "a key must consist of alphanumeric characters, '-', '_' or '.', at most 63, with an"
                  + " optional DNS subdomain prefix and '/'"));
    }
  }

  private static void owners(ObjectNode metadata, List<Cause> causes) {
    JsonNode owners = metadata.get("ownerReferences");
    if (owners == null) {
      return;
    }
    int controllers = 0;
    for (int i = 0; i < owners.size(); i++) {
      for (String field : List.of("apiVersion", "kind", "name", "uid")) {
        if (Json.textOrEmpty(owners.get(i), field).isEmpty()) {
          causes.add(
              Cause.required("metadata.ownerReferences[" + i + "]." + field, "must not be empty"));
        }
      }
      if (owners.get(i).path("controller").asBoolean(false) && ++controllers == 2) {
        causes.add(
            Cause.invalid(
                "metadata.ownerReferences",
                Json.text(owners),
                "only one reference can have controller set to true"));
      }
    }
  }

  static List<String> finalizers(ObjectNode object) {
    var names = new ArrayList<String>();
    if (Json.at(object, "metadata", "finalizers") instanceof ArrayNode list) {
      list.forEach(name -> names.add(name.asText()));
    }
    return names;
  }

  static boolean isDeleting(ObjectNode object) {
    return Json.textAt(object, "metadata", "deletionTimestamp") != null;
  }
}
