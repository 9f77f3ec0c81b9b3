package dev.fleetwright.cli.fleet;

import dev.fleetwright.documents.Node;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.hub.plan.PreviewLine.Sign;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Asks a server what applying an object would make of it, without applying it. */
final class DryRun {

  private static final String FIELD_MANAGER = "fleetwright-plan";
  private static final Set<String> SERVERS_OWN =
      Set.of("managedFields", "resourceVersion", "generation", "uid", "creationTimestamp");
  private static final KubernetesSerialization JSON = new KubernetesSerialization();

  private final KubernetesClient client;
  private final String namespace;

  /** Namespaces that the files create, so that they need not be there yet. */
  private final Set<String> coming = new HashSet<>();

  DryRun(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /** A document, or each object of a list. */
  List<PlannedObject> of(Node document) {
    if (!(document.plain() instanceof Map<?, ?> map)) {
      return List.of(object(Map.of()));
    }
    Map<String, Object> plain = Plain.of(map);
    if (Plain.text(plain, "kind").endsWith("List") && plain.get("items") instanceof List<?> items) {
      List<PlannedObject> all = new ArrayList<>();
      items.forEach(
          item -> all.add(object(item instanceof Map<?, ?> one ? Plain.of(one) : Map.of())));
      return all;
    }
    return List.of(object(plain));
  }

  private PlannedObject object(Map<String, Object> plain) {
    GenericKubernetesResource wanted = JSON.convertValue(plain, GenericKubernetesResource.class);
    if (wanted.getKind() == null
        || wanted.getApiVersion() == null
        || wanted.getMetadata() == null
        || wanted.getMetadata().getName() == null) {
      GenericKubernetesResource nameless = new GenericKubernetesResource();
      nameless.setApiVersion(Objects.requireNonNullElse(wanted.getApiVersion(), "?"));
      nameless.setKind(Objects.requireNonNullElse(wanted.getKind(), "?"));
      nameless.setMetadata(
          new io.fabric8.kubernetes.api.model.ObjectMetaBuilder().withName("?").build());
      return new PlannedObject(
          nameless, Sign.WRONG, List.of(), "it needs apiVersion, kind and metadata.name");
    }
    if (wanted.getKind().equals("Namespace")) {
      coming.add(wanted.getMetadata().getName());
    }
    try {
      return asked(wanted);
    } catch (KubernetesClientException e) {
      boolean early =
          e.getCode() == HttpURLConnection.HTTP_NOT_FOUND
              && coming.contains(String.valueOf(wanted.getMetadata().getNamespace()));
      return early
          ? new PlannedObject(wanted, Sign.ADD, List.of(), "its namespace comes with these files")
          : new PlannedObject(wanted, Sign.WRONG, List.of(), message(e));
    }
  }

  private PlannedObject asked(GenericKubernetesResource wanted) {
    var resource = client.resource(wanted);
    boolean namespaced = isNamespaced(wanted);
    if (namespaced && wanted.getMetadata().getNamespace() == null) {
      wanted.getMetadata().setNamespace(namespace);
      resource = client.resource(wanted);
    }
    GenericKubernetesResource before =
        namespaced
            ? client
                .genericKubernetesResources(wanted.getApiVersion(), wanted.getKind())
                .inNamespace(wanted.getMetadata().getNamespace())
                .withName(wanted.getMetadata().getName())
                .get()
            : client
                .genericKubernetesResources(wanted.getApiVersion(), wanted.getKind())
                .withName(wanted.getMetadata().getName())
                .get();
    GenericKubernetesResource after =
        JSON.unmarshal(
            JSON.asJson(
                resource.dryRun().fieldManager(FIELD_MANAGER).forceConflicts().serverSideApply()),
            GenericKubernetesResource.class);
    return before == null
        ? new PlannedObject(after, Sign.ADD, List.of(), "")
        : new PlannedObject(after, Sign.CHANGE, differences(before, after), "");
  }

  private boolean isNamespaced(GenericKubernetesResource object) {
    var resources = client.getApiResources(object.getApiVersion());
    if (resources == null) {
      throw new KubernetesClientException(
          "the server does not know "
              + object.getApiVersion()
              + "; are the definitions of deploy/crds installed?");
    }
    return resources.getResources().stream()
        .filter(one -> one.getKind().equals(object.getKind()) && !one.getName().contains("/"))
        .findFirst()
        .orElseThrow(() ->
            new KubernetesClientException(
                "the server does not know the kind "
                    + object.getKind()
                    + " of "
                    + object.getApiVersion()))
        .getNamespaced();
  }

  private static String message(KubernetesClientException e) {
    String message =
        e.getStatus() == null || e.getStatus().getMessage() == null
            ? ServerOptions.reason(e)
            : e.getStatus().getMessage();
    return "the server refuses it: " + message;
  }

  private static List<String> differences(
      GenericKubernetesResource before, GenericKubernetesResource after) {
    Map<String, Object> old = own(before);
    Map<String, Object> now = own(after);
    SortedSet<String> paths = new TreeSet<>();
    differences("", old, now, paths);
    return List.copyOf(paths);
  }

  /** Without what the server writes for itself. */
  private static Map<String, Object> own(GenericKubernetesResource object) {
    Map<String, Object> plain = new LinkedHashMap<>(Plain.of(object));
    Plain.child(plain, "metadata").keySet().removeAll(SERVERS_OWN);
    return plain;
  }

  private static void differences(
      String path, @Nullable Object before, @Nullable Object after, SortedSet<String> paths) {
    if (Objects.equals(before, after)) {
      return;
    }
    if (before instanceof Map<?, ?> old && after instanceof Map<?, ?> now) {
      Set<Object> keys = new HashSet<>(old.keySet());
      keys.addAll(now.keySet());
      keys.forEach(key ->
          differences(
              path.isEmpty() ? String.valueOf(key) : path + "." + key,
              old.get(key),
              now.get(key),
              paths));
    } else if (before instanceof List<?> old
        && after instanceof List<?> now
        && old.size() == now.size()) {
      for (int i = 0; i < old.size(); i++) {
        differences(path + "[" + i + "]", old.get(i), now.get(i), paths);
      }
    } else {
      paths.add(path);
    }
  }
}
