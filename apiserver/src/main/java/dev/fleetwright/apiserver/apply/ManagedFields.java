package dev.fleetwright.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.schema.Schema;
import dev.fleetwright.apiserver.schema.Validator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps {@code metadata.managedFields}: who owns which field, and who may therefore change it. */
public final class ManagedFields {
  private static final List<String> UNTRACKED =
      List.of(
          "name",
          "namespace",
          "creationTimestamp",
          "selfLink",
          "uid",
          "generation",
          "managedFields",
          "resourceVersion",
          "deletionTimestamp",
          "deletionGracePeriodSeconds");

  /** Plain writers come and go; of so many the oldest are told apart no longer. */
  private static final int MAX_PLAIN_WRITERS = 10;

  private record Owner(
      String manager,
      boolean apply,
      String apiVersion,
      String subresource,
      @Nullable String time,
      FieldSet fields) {
    boolean is(Manager other, boolean applying) {
      return manager.equals(other.name())
          && apply == applying
          && subresource.equals(other.subresource());
    }

    Owner with(FieldSet other) {
      return new Owner(manager, apply, apiVersion, subresource, time, other);
    }
  }

  private ManagedFields() {}

  /**
   * Records a plain write (create, update or patch) in the new state.
   *
   * @param live the state before; null for a new object
   * @param now the time as it stands in objects
   */
  public static void track(
      Schema schema, @Nullable ObjectNode live, ObjectNode next, Manager manager, String now) {
    List<Owner> owners = ownersFor(live, next);
    Comparison comparison = Comparison.of(schema, tracked(live), tracked(next));
    var result = new ArrayList<Owner>();
    FieldSet own = new FieldSet();
    String ownTime = now;
    for (Owner owner : owners) {
      FieldSet rest = owner.fields().without(comparison.removed());
      if (owner.is(manager, false)) {
        own = rest;
        if (comparison.changed().isEmpty() && owner.time() != null) {
          ownTime = owner.time();
        }
        continue;
      }
      rest = rest.without(comparison.changed());
      if (!rest.isEmpty()) {
        result.add(owner.with(rest));
      }
    }
    FieldSet mine = own.union(comparison.changed());
    if (!mine.isEmpty()) {
      result.add(
          new Owner(
              manager.name(), false, manager.apiVersion(), manager.subresource(), ownTime, mine));
    }
    write(next, result);
  }

  /**
   * The live object with an applied configuration.
   *
   * @param live the object now; null when applying creates it
   * @param force whether fields of other managers are taken over
   * @throws Failure 409 when other managers own fields that would change
   */
  public static ObjectNode apply(
      Schema schema,
      @Nullable ObjectNode live,
      ObjectNode config,
      Manager manager,
      boolean force,
      String now) {
    FieldSet applied = new FieldSet();
    applied.fill(schema, tracked(config));
    if (applied.isMember()) {
      applied = new FieldSet(); // nothing but names was applied
    }
    ObjectNode merged = (ObjectNode) TreeMerge.merge(schema, live, config);
    List<Owner> owners = live == null ? List.of() : read(live);
    FieldSet changed = Comparison.of(schema, tracked(live), tracked(merged)).changed();
    FieldSet before = new FieldSet();
    String time = now;
    FieldSet others = new FieldSet();
    var result = new ArrayList<Owner>();
    var causes = new ArrayList<Cause>();
    for (Owner owner : owners) {
      if (owner.is(manager, true)) {
        before = owner.fields();
        if (before.equals(applied) && owner.time() != null) {
          time = owner.time();
        }
        continue;
      }
      FieldSet conflict = owner.fields().intersection(changed);
      FieldSet rest = owner.fields();
      if (!conflict.isEmpty()) {
        if (!force) {
          addCauses(causes, owner, conflict);
        }
        rest = rest.without(conflict);
      }
      if (!rest.isEmpty()) {
        result.add(owner.with(rest));
        others = others.union(rest);
      }
    }
    if (!causes.isEmpty()) {
      throw conflict(causes);
    }
    TreeMerge.prune(schema, merged, before, applied, others);
    if (!applied.isEmpty()) {
      result.add(
          new Owner(
              manager.name(), true, manager.apiVersion(), manager.subresource(), time, applied));
    }
    write(merged, result);
    return merged;
  }

  /** Items that stand twice in a list of a configuration where each may stand once. */
  public static List<Cause> duplicates(Schema schema, ObjectNode config) {
    return Validator.check(schema, config, null, "").stream()
        .filter(cause -> cause.reason().equals("FieldValueDuplicate"))
        .toList();
  }

  private static void addCauses(List<Cause> causes, Owner owner, FieldSet conflict) {
    String who =
        "conflict with \""
            + owner.manager()
            + "\""
            + (owner.subresource().isEmpty()
                ? ""
                : " with subresource \"" + owner.subresource() + "\"")
            + (owner.apply() ? "" : " using " + owner.apiVersion());
    for (String field : conflict.display()) {
      causes.add(new Cause("FieldManagerConflict", who, field));
    }
  }

  private static Failure conflict(List<Cause> causes) {
    var message = new StringBuilder("Apply failed with " + causes.size() + " conflict");
    message.append(causes.size() == 1 ? ": " : "s: ");
    for (int i = 0; i < causes.size(); i++) {
      Cause cause = causes.get(i);
      message.append(i == 0 ? "" : ", ").append(cause.message()).append(": ").append(cause.field());
    }
    return Failure.applyConflict(message.toString(), causes);
  }

  /** The owners that hold before a plain write: those of the new state if it brings its own. */
  private static List<Owner> ownersFor(@Nullable ObjectNode live, ObjectNode next) {
    JsonNode given = Json.at(next, "metadata", "managedFields");
    if (live == null) {
      return List.of();
    }
    return given instanceof ArrayNode ? read(next) : read(live);
  }

  private static List<Owner> read(ObjectNode object) {
    var owners = new ArrayList<Owner>();
    JsonNode list = Json.at(object, "metadata", "managedFields");
    if (list == null) {
      return owners;
    }
    for (JsonNode entry : list) {
      FieldSet fields = FieldSet.read(entry.get("fieldsV1"));
      if (!fields.isEmpty()) {
        owners.add(
            new Owner(
                Json.textOrEmpty(entry, "manager"),
                "Apply".equals(Json.textAt(entry, "operation")),
                Json.textOrEmpty(entry, "apiVersion"),
                Json.textOrEmpty(entry, "subresource"),
                Json.textAt(entry, "time"),
                fields));
      }
    }
    return owners;
  }

  private static void write(ObjectNode object, List<Owner> owners) {
    ObjectNode metadata = object.withObject("/metadata");
    List<Owner> sorted = new ArrayList<>(bounded(owners));
    sorted.sort(
        Comparator.comparing(Owner::apply, Comparator.reverseOrder())
            .thenComparing(o -> o.time() == null ? "" : o.time())
            .thenComparing(Owner::manager)
            .thenComparing(Owner::subresource));
    if (sorted.isEmpty()) {
      metadata.remove("managedFields");
      return;
    }
    ArrayNode list = metadata.putArray("managedFields");
    for (Owner owner : sorted) {
      ObjectNode entry = list.addObject();
      entry.put("manager", owner.manager()).put("operation", owner.apply() ? "Apply" : "Update");
      entry.put("apiVersion", owner.apiVersion());
      if (owner.time() != null) {
        entry.put("time", owner.time());
      }
      entry.put("fieldsType", "FieldsV1").set("fieldsV1", owner.fields().write());
      if (!owner.subresource().isEmpty()) {
        entry.put("subresource", owner.subresource());
      }
    }
  }

  private static List<Owner> bounded(List<Owner> owners) {
    if (owners.size() <= MAX_PLAIN_WRITERS) {
      return owners;
    }
    List<Owner> plain =
        owners.stream()
            .filter(o -> !o.apply())
            .sorted(Comparator.comparing(o -> o.time() == null ? "" : o.time()))
            .toList();
    if (plain.size() <= MAX_PLAIN_WRITERS) {
      return owners;
    }
    List<Owner> oldest = plain.subList(0, plain.size() - MAX_PLAIN_WRITERS + 1);
    FieldSet together = new FieldSet();
    for (Owner owner : oldest) {
      together = together.union(owner.fields());
    }
    Owner last = oldest.getLast();
    var result = new ArrayList<>(owners);
    result.removeAll(oldest);
    result.add(new Owner("ancient-changes", false, last.apiVersion(), "", last.time(), together));
    return result;
  }

  /** The object without the fields that nobody owns. */
  private static ObjectNode tracked(@Nullable ObjectNode object) {
    if (object == null) {
      return Json.object();
    }
    ObjectNode copy = Json.object();
    object
        .properties()
        .forEach(field -> {
          if (field.getKey().equals("metadata") && field.getValue() instanceof ObjectNode meta) {
            ObjectNode part = Json.object();
            part.setAll(meta);
            part.remove(UNTRACKED);
            if (!part.isEmpty()) {
              copy.set("metadata", part);
            }
          } else if (!field.getKey().equals("apiVersion") && !field.getKey().equals("kind")) {
            copy.set(field.getKey(), field.getValue());
          }
        });
    return copy;
  }
}
