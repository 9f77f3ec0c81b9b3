package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.admission.Admission;
import dev.fleetwright.apiserver.apply.ManagedFields;
import dev.fleetwright.apiserver.apply.Manager;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.service.Written.Effect;
import dev.fleetwright.apiserver.store.Change;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.store.ObjectStore;
import dev.fleetwright.apiserver.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the verbs mean. HTTP requests and the parts of this program that write objects all come
 * through here.
 *
 * <p>Every write is optimistic: it works on the state it reads and is stored only if that is still
 * the state. A writer that did not say which version it means is tried again on the new state.
 */
public final class ObjectService {
  private static final int MAX_TRIES = 200;

  private final ObjectStore store;
  private final Identity identity;
  private final Namespaces namespaces;
  private final AdmissionStep admission;

  public ObjectService(
      ObjectStore store, Identity identity, Namespaces namespaces, Admission admission) {
    this.store = store;
    this.identity = identity;
    this.namespaces = namespaces;
    this.admission = new AdmissionStep(admission);
  }

  /** The stored object; a failure when there is none. */
  public Entry get(Address at) {
    Entry entry = find(at);
    if (entry == null) {
      throw Failure.notFound(at.type().target(at.name()));
    }
    return entry;
  }

  /** The stored object, or null. */
  public @Nullable Entry find(Address at) {
    return store.cache().get(at.key());
  }

  /** Creates the object in the body; its name may be generated. */
  public Written create(Address at, ObjectNode body, WriteOptions options) {
    checkKind(at.type(), body);
    ObjectNode metadata = MetadataRules.metadata(body);
    checkNamespace(at, metadata);
    String given = Json.textOrEmpty(metadata, "name");
    if (!at.name().isEmpty() && !given.isEmpty() && !given.equals(at.name())) {
      throw nameMismatch(given, at.name());
    }
    String name = given.isEmpty() ? at.name() : given;
    String prefix = Json.textOrEmpty(metadata, "generateName");
    for (int i = 0; i < MAX_TRIES; i++) {
      boolean generated = name.isEmpty() && !prefix.isEmpty();
      String chosen = generated ? generate(at.type(), prefix) : name;
      Written written = tryCreate(at.named(chosen), body.deepCopy(), options, null);
      if (written != null) {
        return written;
      }
      if (!generated && find(at.named(chosen)) != null) {
        throw Failure.alreadyExists(at.type().target(chosen));
      }
    }
    throw Failure.alreadyExists(at.type().target(name.isEmpty() ? prefix : name));
  }

  private String generate(ResourceType type, String prefix) {
    int room = Math.min(63, type.names().maxLength()) - 5;
    return (prefix.length() > room ? prefix.substring(0, room) : prefix) + identity.suffix();
  }

  /**
   * @param applied managed fields that an apply has set already, or null for a plain create
   * @return null when something changed under way and the caller may try again
   */
  private @Nullable Written tryCreate(
      Address at, ObjectNode body, WriteOptions options, @Nullable JsonNode applied) {
    ResourceType type = at.type();
    checkName(type, at.name());
    ObjectNode metadata = MetadataRules.metadata(body);
    JsonNode version = metadata.get("resourceVersion");
    if (version != null && !version.asText().isEmpty() && !version.asText().equals("0")) {
      throw Failure.badRequest("resourceVersion should not be set on objects to be created");
    }
    String now = identity.now();
    metadata.remove(
        List.of(
            "selfLink",
            "resourceVersion",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "generation",
            "managedFields"));
    metadata.put("name", at.name());
    if (type.namespaced()) {
      metadata.put("namespace", at.namespace());
    }
    metadata.put("uid", identity.uid()).put("creationTimestamp", now);
    if (type.generation()) {
      metadata.put("generation", 1);
    }
    if (type.status()) {
      body.remove("status");
    }
    var warnings = new ArrayList<>(Shaping.shape(type, body, null, options, now));
    warnings.addAll(admission.check(at, body, null));
    if (applied != null) {
      metadata.set("managedFields", applied);
    } else {
      ManagedFields.track(
          type.schema(), null, body, new Manager(options.manager(), type.apiVersion(), ""), now);
    }
    ObjectNode object = Shaping.ordered(type, body);
    options.guard().check(at, object, null);
    var changes = new ArrayList<Change>();
    if (type.namespaced()) {
      changes.add(namespaces.require(at));
    }
    changes.add(new Change.Put(at.key(), Change.ABSENT, object));
    if (type.is("namespaces")) {
      changes.addAll(namespaces.firstObjects(at.cluster(), at.name(), now));
    }
    if (options.dryRun()) {
      if (find(at) != null) {
        throw Failure.alreadyExists(type.target(at.name()));
      }
      return new Written(object, Effect.CREATED, warnings);
    }
    return switch (store.commit(changes)) {
      case Outcome.Done done ->
          new Written(object, Effect.CREATED, warnings, done.events().getFirst().object());
      case Outcome.Stale _ -> null;
    };
  }

  /** Replaces the object by the body. */
  public Written update(Address at, ObjectNode body, WriteOptions options) {
    checkKind(at.type(), body);
    String version = Json.textOrEmpty(body, "metadata", "resourceVersion");
    if (version.isEmpty() && at.type().custom()) {
      throw Failure.invalid(
          at.type().target(at.name()),
          List.of(
              Cause.invalid("metadata.resourceVersion", "0x0", "must be specified for an update")));
    }
    return write(at, options, _ -> body.deepCopy());
  }

  /**
   * Changes the object by a function of its present state; it is called again when the object
   * changed in between. The function gets a copy, and a resourceVersion in its result that is not
   * the present one is a conflict.
   */
  public Written modify(Address at, WriteOptions options, Function<ObjectNode, ObjectNode> change) {
    return write(at, options, live -> change.apply(live.deepCopy()));
  }

  /**
   * @param change must leave alone what it is given
   */
  private Written write(Address at, WriteOptions options, Function<ObjectNode, ObjectNode> change) {
    for (int i = 0; i < MAX_TRIES; i++) {
      Entry entry = get(at);
      ObjectNode live = entry.tree();
      ObjectNode next = change.apply(live);
      Written written = tryUpdate(at, entry, live, next, options, false);
      if (written != null) {
        return written;
      }
    }
    throw Failure.modified(at.type().target(at.name()));
  }

  /** Server-side apply: creates the object or merges the configuration into it. */
  public Written apply(Address at, ObjectNode config, WriteOptions options) {
    for (String field : List.of("apiVersion", "kind")) {
      if (Json.textOrEmpty(config, field).isEmpty()) {
        throw Failure.badRequest("an applied configuration must say its " + field);
      }
    }
    checkKind(at.type(), config);
    ObjectNode metadata = MetadataRules.metadata(config);
    checkNamespace(at, metadata);
    if (metadata.path("managedFields").size() > 0) {
      throw Failure.badRequest("metadata.managedFields must be nil");
    }
    ResourceType type = at.type();
    String given = Json.textOrEmpty(metadata, "name");
    if (!given.isEmpty() && !given.equals(at.name())) {
      throw nameMismatch(given, at.name());
    }
    ObjectNode scoped = scoped(at, config);
    List<Cause> duplicates = ManagedFields.duplicates(type.schema(), scoped);
    if (!duplicates.isEmpty()) {
      throw Failure.invalid(type.kindTarget(at.name()), duplicates);
    }
    var manager = new Manager(options.manager(), type.apiVersion(), at.part().label());
    for (int i = 0; i < MAX_TRIES; i++) {
      Entry entry = find(at);
      Written written;
      if (entry == null) {
        if (at.part() != Subresource.NONE || metadata.hasNonNull("uid")) {
          throw Failure.notFound(type.target(at.name()));
        }
        ObjectNode merged =
            ManagedFields.apply(
                type.schema(), null, scoped, manager, options.force(), identity.now());
        JsonNode fields = Json.at(merged, "metadata", "managedFields");
        written = tryCreate(at, merged, options, fields == null ? Json.array() : fields);
      } else {
        ObjectNode live = entry.tree();
        String version = Json.textOrEmpty(metadata, "resourceVersion");
        if (!version.isEmpty() && !version.equals(Long.toString(entry.version()))) {
          throw Failure.modified(type.target(at.name()));
        }
        ObjectNode merged =
            ManagedFields.apply(
                type.schema(), live, scoped, manager, options.force(), identity.now());
        written = tryUpdate(at, entry, live, merged, options, true);
      }
      if (written != null) {
        return written;
      }
    }
    throw Failure.modified(type.target(at.name()));
  }

  /** Only what the addressed part of the object is about. */
  private static ObjectNode scoped(Address at, ObjectNode config) {
    ObjectNode copy = config.deepCopy();
    if (at.part() == Subresource.STATUS) {
      ObjectNode only = Json.object();
      for (String field : List.of("apiVersion", "kind", "status")) {
        if (copy.has(field)) {
          only.set(field, copy.get(field));
        }
      }
      return only;
    }
    if (at.type().status()) {
      copy.remove("status");
    }
    if (copy.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove(List.of("resourceVersion", "uid", "creationTimestamp", "managedFields"));
    }
    return copy;
  }

  /**
   * @return null when the object changed under way and the caller may try again
   */
  private @Nullable Written tryUpdate(
      Address at,
      Entry entry,
      ObjectNode live,
      ObjectNode next,
      WriteOptions options,
      boolean applied) {
    ResourceType type = at.type();
    checkKind(type, next);
    ObjectNode metadata = MetadataRules.metadata(next);
    checkNamespace(at, metadata);
    String name = Json.textOrEmpty(metadata, "name");
    if (name.isEmpty()) {
      metadata.put("name", at.name());
    } else if (!name.equals(at.name())) {
      throw nameMismatch(name, at.name());
    }
    if (type.namespaced()) {
      metadata.put("namespace", at.namespace());
    }
    String version = Json.textOrEmpty(metadata, "resourceVersion");
    if (!version.isEmpty() && !version.equals(Long.toString(entry.version()))) {
      throw Failure.modified(type.target(at.name()));
    }
    String uid = Json.textOrEmpty(metadata, "uid");
    String liveUid = Json.textOrEmpty(live, "metadata", "uid");
    if (!uid.isEmpty() && !uid.equals(liveUid)) {
      throw uidMismatch(type, at.name(), uid, liveUid);
    }
    MetadataRules.checkDeletionTime(type, live, next);
    ObjectNode object = part(at, live, next);
    MetadataRules.keepSystemFields(live, object);
    String now = identity.now();
    var warnings = new ArrayList<>(Shaping.shape(type, object, live, options, now));
    warnings.addAll(admission.check(at, object, live));
    if (type.generation() && isNewGeneration(type, live, object)) {
      MetadataRules.metadata(object)
          .put("generation", live.path("metadata").path("generation").asLong(0) + 1);
    }
    if (!applied) {
      ManagedFields.track(
          type.schema(),
          live,
          object,
          new Manager(options.manager(), type.apiVersion(), at.part().label()),
          now);
    }
    ObjectNode ordered = Shaping.ordered(type, object);
    ObjectNode sameVersion = Shaping.ordered(type, live);
    if (Json.same(sameVersion, ordered)) {
      return new Written(sameVersion, Effect.UNCHANGED, warnings, entry);
    }
    options.guard().check(at, ordered, sameVersion);
    boolean gone =
        MetadataRules.isDeleting(live)
            && MetadataRules.finalizers(ordered).isEmpty()
            && !Namespaces.isHeld(type, ordered);
    if (options.dryRun()) {
      return new Written(ordered, gone ? Effect.DELETED : Effect.UPDATED, warnings);
    }
    Change change =
        gone
            ? new Change.Delete(at.key(), entry.version(), ordered)
            : new Change.Put(at.key(), entry.version(), ordered);
    return switch (store.commit(List.of(change))) {
      case Outcome.Done _ when gone -> new Written(ordered, Effect.DELETED, warnings);
      case Outcome.Done done ->
          new Written(ordered, Effect.UPDATED, warnings, done.events().getFirst().object());
      case Outcome.Stale _ -> null;
    };
  }

  /** The new state where only the addressed part may differ from the present one. */
  private static ObjectNode part(Address at, ObjectNode live, ObjectNode next) {
    if (!at.type().status()) {
      return next;
    }
    if (at.part() == Subresource.STATUS) {
      ObjectNode object = live.deepCopy();
      if (next.has("status")) {
        object.set("status", next.get("status"));
      } else {
        object.remove("status");
      }
      JsonNode managed = next.path("metadata").get("managedFields");
      if (managed != null) {
        MetadataRules.metadata(object).set("managedFields", managed);
      }
      return object;
    }
    if (live.has("status")) {
      next.set("status", live.get("status"));
    } else {
      next.remove("status");
    }
    return next;
  }

  private static boolean isNewGeneration(ResourceType type, ObjectNode live, ObjectNode next) {
    return !Json.same(desired(type, live), desired(type, next));
  }

  /** What a writer wants of an object, without what it is called and how it is. */
  private static ObjectNode desired(ResourceType type, ObjectNode object) {
    ObjectNode part = Json.object();
    part.setAll(object);
    part.remove(List.of("metadata", "apiVersion", "kind"));
    if (type.status()) {
      part.remove("status");
    }
    return part;
  }

  /** Deletes the object, or marks it as deleted while finalizers hold it. */
  public Written delete(Address at, DeleteOptions options) {
    for (int i = 0; i < MAX_TRIES; i++) {
      Entry entry = get(at);
      ObjectNode live = entry.tree();
      checkPreconditions(at, entry, live, options);
      ObjectNode next = live.deepCopy();
      boolean held = holdForCleanup(at, next);
      Owners.mark(next, options.propagation());
      boolean pending = held || !MetadataRules.finalizers(next).isEmpty();
      if (pending && MetadataRules.isDeleting(live) && Json.same(live, next)) {
        return new Written(live, Effect.UNCHANGED, List.of());
      }
      if (pending && !MetadataRules.isDeleting(live)) {
        ObjectNode metadata = MetadataRules.metadata(next);
        metadata.put("deletionTimestamp", identity.now()).put("deletionGracePeriodSeconds", 0);
        if (at.type().generation()) {
          metadata.put("generation", metadata.path("generation").asLong(0) + 1);
        }
      }
      Effect effect = pending ? Effect.UPDATED : Effect.DELETED;
      if (options.dryRun()) {
        return new Written(next, effect, List.of());
      }
      Change change =
          pending
              ? new Change.Put(at.key(), entry.version(), next)
              : new Change.Delete(at.key(), entry.version(), next);
      if (store.commit(List.of(change)) instanceof Outcome.Done) {
        return new Written(next, effect, List.of());
      }
    }
    throw Failure.modified(at.type().target(at.name()));
  }

  /** Marks what must be cleaned up before the object itself may go. */
  private static boolean holdForCleanup(Address at, ObjectNode next) {
    if (at.type().is("namespaces")) {
      next.withObject("/status").put("phase", "Terminating");
      return Namespaces.isHeld(at.type(), next);
    }
    if (at.type().is(Clusters.DEFINITIONS)) {
      addFinalizer(next, Definitions.CLEANUP);
      return true;
    }
    return false;
  }

  private static void addFinalizer(ObjectNode object, String finalizer) {
    if (!MetadataRules.isDeleting(object)
        && !MetadataRules.finalizers(object).contains(finalizer)) {
      MetadataRules.metadata(object).withArray("/finalizers").add(finalizer);
    }
  }

  private static void checkPreconditions(
      Address at, Entry entry, ObjectNode live, DeleteOptions options) {
    String uid = Json.textOrEmpty(live, "metadata", "uid");
    if (options.uid() != null && !options.uid().equals(uid)) {
      throw uidMismatch(at.type(), at.name(), options.uid(), uid);
    }
    String version = Long.toString(entry.version());
    if (options.resourceVersion() != null && !options.resourceVersion().equals(version)) {
      throw Failure.conflict(
          at.type().target(at.name()),
          "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in"
                  .formatted(options.resourceVersion())
              + " record (%s). The object might have been modified".formatted(version));
    }
  }

  private static Failure uidMismatch(ResourceType type, String name, String asked, String found) {
    return Failure.conflict(
        type.target(name),
        "Precondition failed: UID in precondition: %s, UID in object meta: %s"
            .formatted(asked, found));
  }

  private static Failure nameMismatch(String given, String url) {
    return Failure.badRequest(
        "the name of the object (%s) does not match the name on the URL (%s)"
            .formatted(given, url));
  }

  private static void checkKind(ResourceType type, ObjectNode body) {
    String apiVersion = Json.textOrEmpty(body, "apiVersion");
    String kind = Json.textOrEmpty(body, "kind");
    if (!apiVersion.equals(type.apiVersion()) || !kind.equals(type.kind())) {
      if (apiVersion.isEmpty() && kind.isEmpty() && !type.custom()) {
        body.put("apiVersion", type.apiVersion()).put("kind", type.kind());
        return;
      }
      throw Failure.badRequest(
          "%s %s in the body does not match %s %s of the URL"
              .formatted(
                  apiVersion.isEmpty() ? "(no apiVersion)" : apiVersion,
                  kind.isEmpty() ? "(no kind)" : kind,
                  type.apiVersion(),
                  type.kind()));
    }
  }

  private static void checkNamespace(Address at, ObjectNode metadata) {
    String given = Json.textOrEmpty(metadata, "namespace");
    if (!given.isEmpty() && !given.equals(at.namespace())) {
      throw Failure.badRequest(
          at.type().namespaced()
              ? "the namespace of the provided object does not match the namespace sent on the"
                  + " request"
              : "namespace is not allowed on this type");
    }
  }

  private static void checkName(ResourceType type, String name) {
    if (name.isEmpty()) {
      throw Failure.invalid(
          type.kindTarget(""),
          List.of(Cause.required("metadata.name", "name or generateName is required")));
    }
    String complaint = type.names().complaint(name);
    if (complaint != null) {
      throw Failure.invalid(
          type.kindTarget(name),
          List.of(Cause.invalid("metadata.name", "\"" + name + "\"", complaint)));
    }
  }
}
