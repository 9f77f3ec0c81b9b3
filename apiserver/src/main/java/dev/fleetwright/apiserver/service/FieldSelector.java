package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.store.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A field selector as it stands in a query. Only some fields can be selected by, as everywhere. */
public record FieldSelector(List<Term> terms) {
  /** Matches everything. */
  public static final FieldSelector ALL = new FieldSelector(List.of());

  private static final Set<String> COMMON = Set.of("metadata.name", "metadata.namespace");
  private static final Map<String, Set<String>> BY_RESOURCE =
      Map.of(
          "events",
          Set.of(
              "involvedObject.kind",
              "involvedObject.namespace",
              "involvedObject.name",
              "involvedObject.uid",
              "involvedObject.apiVersion",
              "involvedObject.resourceVersion",
              "involvedObject.fieldPath",
              "reason",
              "reportingComponent",
              "source",
              "type"),
          "pods",
          Set.of(
              "spec.nodeName",
              "spec.restartPolicy",
              "spec.schedulerName",
              "spec.serviceAccountName",
              "spec.hostNetwork",
              "status.phase",
              "status.podIP",
              "status.nominatedNodeName"),
          "secrets",
          Set.of("type"),
          "namespaces",
          Set.of("status.phase"),
          "nodes",
          Set.of("spec.unschedulable"),
          "replicasets.apps",
          Set.of("status.replicas"),
          "jobs.batch",
          Set.of("status.successful"));

  /** One condition: a field has a value, or has not. */
  public record Term(String field, String value, boolean equal) {}

  /** Reads the text of a query; a field that cannot be selected by is a bad request. */
  public static FieldSelector parse(String text, ResourceType type) {
    if (text.isBlank()) {
      return ALL;
    }
    var terms = new ArrayList<Term>();
    for (String part : text.split(",", -1)) {
      if (part.isBlank()) {
        continue;
      }
      int at = part.indexOf('=');
      if (at <= 0) {
        throw Failure.badRequest(
            "invalid selector: '" + text + "'; can't understand '" + part + "'");
      }
      boolean unequal = part.charAt(at - 1) == '!';
      String field = part.substring(0, unequal ? at - 1 : at).strip();
      String value = part.substring(at + 1);
      terms.add(new Term(field, value.startsWith("=") ? value.substring(1) : value, !unequal));
      if (!COMMON.contains(field)
          && !type.selectable().contains(field)
          && (type.custom()
              || !BY_RESOURCE.getOrDefault(type.resource(), Set.of()).contains(field))) {
        throw Failure.badRequest("field label not supported: " + field);
      }
    }
    return new FieldSelector(List.copyOf(terms));
  }

  public boolean isAll() {
    return terms.isEmpty();
  }

  /** The only name that can match, or null when there are several. */
  public @Nullable String onlyName() {
    for (Term term : terms) {
      if (term.equal() && term.field().equals("metadata.name")) {
        return term.value();
      }
    }
    return null;
  }

  /** Whether an object fulfils all terms. */
  public boolean matches(Entry entry) {
    JsonNode tree = null;
    for (Term term : terms) {
      String value;
      switch (term.field()) {
        case "metadata.name" -> value = entry.key().name();
        case "metadata.namespace" -> value = entry.key().namespace();
        default -> {
          if (tree == null) {
            tree = entry.tree();
          }
          JsonNode found = Json.at(tree, term.field().split("\\."));
          value = found == null ? "" : found.asText();
        }
      }
      if (value.equals(term.value()) != term.equal()) {
        return false;
      }
    }
    return true;
  }
}
