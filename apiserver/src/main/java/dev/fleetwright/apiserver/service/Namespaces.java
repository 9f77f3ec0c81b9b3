package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.store.Change;
import dev.fleetwright.apiserver.store.CollectionKey;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.store.ObjectKey;
import dev.fleetwright.apiserver.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;

/** What namespaces ask of the objects in them, and what each has from the start. */
public final class Namespaces {
  static final String RESOURCE = "namespaces";
  private static final List<String> FIRST = List.of("default", "kube-system");

  private final ObjectStore store;
  private final Identity identity;
  private final String caCertificate;

  public Namespaces(ObjectStore store, Identity identity, String caCertificate) {
    this.store = store;
    this.identity = identity;
    this.caCertificate = caCertificate;
  }

  static ObjectKey key(String cluster, String name) {
    return new ObjectKey(new CollectionKey(cluster, RESOURCE), "", name);
  }

  /** The namespace of a new object must exist and not be going. */
  Change require(Address at) {
    Entry entry = store.cache().get(key(at.cluster(), at.namespace()));
    if (entry == null) {
      throw Failure.notFound(Failure.Target.of(at.namespace(), "", RESOURCE));
    }
    if (entry.isDeleting()) {
      throw Failure.forbidden(
          at.type().target(at.name()),
          "unable to create new content in namespace "
              + at.namespace()
              + " because it is being terminated",
          List.of(
              new Cause(
                  "NamespaceTerminating",
                  "namespace " + at.namespace() + " is being terminated",
                  "metadata.namespace")));
    }
    return new Change.Require(entry.key(), entry.version());
  }

  /** Whether a namespace must stay until it is emptied. */
  static boolean isHeld(ResourceType type, ObjectNode object) {
    return type.is(RESOURCE) && !object.path("spec").path("finalizers").isEmpty();
  }

  /** What a new namespace holds, because clients expect it there. */
  List<Change> firstObjects(String cluster, String namespace, String now) {
    ObjectNode account = object("ServiceAccount", "default", namespace, now);
    ObjectNode roots = object("ConfigMap", "kube-root-ca.crt", namespace, now);
    roots.putObject("data").put("ca.crt", caCertificate);
    return List.of(
        put(cluster, "serviceaccounts", namespace, account),
        put(cluster, "configmaps", namespace, roots));
  }

  /** The objects of a new logical cluster. */
  List<Change> firstNamespaces(String cluster, String now) {
    var changes = new ArrayList<Change>();
    FIRST.forEach(name -> changes.addAll(newNamespace(cluster, name, now)));
    return changes;
  }

  /** A namespace with what it holds from the start. */
  List<Change> newNamespace(String cluster, String name, String now) {
    ObjectNode namespace = object("Namespace", name, "", now);
    namespace.withObject("/metadata/labels").put("kubernetes.io/metadata.name", name);
    namespace.putObject("spec").putArray("finalizers").add("kubernetes");
    namespace.putObject("status").put("phase", "Active");
    var changes = new ArrayList<Change>();
    changes.add(put(cluster, RESOURCE, "", namespace));
    changes.addAll(firstObjects(cluster, name, now));
    return changes;
  }

  private ObjectNode object(String kind, String name, String namespace, String now) {
    ObjectNode object = Json.object();
    object.put("apiVersion", "v1").put("kind", kind);
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("name", name);
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    metadata.put("uid", identity.uid()).put("creationTimestamp", now);
    return object;
  }

  private static Change put(String cluster, String resource, String namespace, ObjectNode object) {
    String name = Json.textOrEmpty(object, "metadata", "name");
    var key = new ObjectKey(new CollectionKey(cluster, resource), namespace, name);
    return new Change.Put(key, Change.ABSENT, object);
  }
}
