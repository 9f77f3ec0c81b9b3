package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.service.DeleteOptions.Propagation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an object says about its owners, and what a deletion says about what it owns. */
final class Owners {
  /** Holds an object until those that it owns have forgotten it. */
  static final String ORPHAN = "orphan";

  /** Holds an object until those that block its deletion are gone. */
  static final String FOREGROUND = "foregroundDeletion";

  private static final byte[] OWNED = "\"ownerReferences\"".getBytes(StandardCharsets.UTF_8);
  private static final byte[] GOING = "\"deletionTimestamp\"".getBytes(StandardCharsets.UTF_8);

  /**
   * One owner.
   *
   * @param blocking whether a foreground deletion of the owner waits for the object
   */
  record Reference(String apiVersion, String kind, String name, String uid, boolean blocking) {}

  private Owners() {}

  /** Whether the text of an object can name owners; cheap, and never wrong about "no". */
  static boolean mayBeOwned(byte[] body) {
    return contains(body, OWNED);
  }

  /** Whether the object can be on its way out; cheap, and never wrong about "no". */
  static boolean mayBeGoing(byte[] body) {
    return contains(body, GOING);
  }

  private static boolean contains(byte[] body, byte[] mark) {
    for (int i = 0; i <= body.length - mark.length; i++) {
      if (body[i] == mark[0]
          && body[i + 1] == mark[1]
          && Arrays.equals(body, i, i + mark.length, mark, 0, mark.length)) {
        return true;
      }
    }
    return false;
  }

  static List<Reference> of(ObjectNode object) {
    var references = new ArrayList<Reference>();
    for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
      references.add(
          new Reference(
              Json.textOrEmpty(owner, "apiVersion"),
              Json.textOrEmpty(owner, "kind"),
              Json.textOrEmpty(owner, "name"),
              Json.textOrEmpty(owner, "uid"),
              owner.path("blockOwnerDeletion").asBoolean(false)));
    }
    return references;
  }

  /** Removes the references to these owners. */
  static void forget(ObjectNode object, Collection<String> uids) {
    ObjectNode metadata = MetadataRules.metadata(object);
    if (metadata.get("ownerReferences") instanceof ArrayNode owners) {
      ArrayNode left = Json.array();
      owners.forEach(owner -> {
        if (!uids.contains(Json.textOrEmpty(owner, "uid"))) {
          left.add(owner);
        }
      });
      if (left.isEmpty()) {
        metadata.remove("ownerReferences");
      } else {
        metadata.set("ownerReferences", left);
      }
    }
  }

  /**
   * Writes down on an object how its deletion is to go on; what an earlier deletion asked for holds
   * where this one says nothing.
   */
  static void mark(ObjectNode object, @Nullable Propagation asked) {
    List<String> finalizers = MetadataRules.finalizers(object);
    Propagation chosen = asked != null ? asked : marked(finalizers);
    var wanted = new ArrayList<>(finalizers);
    wanted.removeAll(List.of(ORPHAN, FOREGROUND));
    switch (chosen) {
      case ORPHAN -> wanted.add(ORPHAN);
      case FOREGROUND -> wanted.add(FOREGROUND);
      case BACKGROUND -> {}
    }
    if (wanted.size() != finalizers.size() || !wanted.containsAll(finalizers)) {
      setFinalizers(object, wanted);
    }
  }

  private static Propagation marked(List<String> finalizers) {
    if (finalizers.contains(ORPHAN)) {
      return Propagation.ORPHAN;
    }
    return finalizers.contains(FOREGROUND) ? Propagation.FOREGROUND : Propagation.BACKGROUND;
  }

  static void removeFinalizer(ObjectNode object, String finalizer) {
    setFinalizers(
        object,
        MetadataRules.finalizers(object).stream().filter(f -> !f.equals(finalizer)).toList());
  }

  private static void setFinalizers(ObjectNode object, List<String> finalizers) {
    ObjectNode metadata = MetadataRules.metadata(object);
    if (finalizers.isEmpty()) {
      metadata.remove("finalizers");
    } else {
      ArrayNode list = metadata.putArray("finalizers");
      finalizers.forEach(list::add);
    }
  }
}
