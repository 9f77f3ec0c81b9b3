package dev.fleetwright.cli.fleet;

import dev.fleetwright.api.ObjectJson;
import dev.fleetwright.hub.plan.PreviewLine.Sign;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.net.HttpURLConnection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Asks a server what applying an object would make of it, without applying it. */
final class DryRun {

  private static final KubernetesSerialization JSON = ObjectJson.SHARED;

  private final ServedObjects served;

  /** Namespaces that the files create, so that they need not be there yet. */
  private final Set<String> coming = new HashSet<>();

  DryRun(ServedObjects served) {
    this.served = served;
  }

  PlannedObject of(GenericKubernetesResource wanted) {
    if ("Namespace".equals(wanted.getKind())) {
      coming.add(String.valueOf(wanted.getMetadata().getName()));
    }
    try {
      return asked(served.find(wanted));
    } catch (KubernetesClientException e) {
      ServedObjects.rethrowSilence(e);
      boolean early =
          e.getCode() == HttpURLConnection.HTTP_NOT_FOUND
              && coming.contains(String.valueOf(wanted.getMetadata().getNamespace()));
      return early
          ? new PlannedObject(wanted, Sign.ADD, List.of(), "its namespace comes with these files")
          : new PlannedObject(wanted, Sign.WRONG, List.of(), ServedObjects.refusal(e));
    }
  }

  private static PlannedObject asked(Resource<GenericKubernetesResource> resource) {
    GenericKubernetesResource before = resource.get();
    GenericKubernetesResource after =
        JSON.unmarshal(
            JSON.asJson(
                resource
                    .dryRun()
                    .fieldManager(ApplyCommand.FIELD_MANAGER)
                    .forceConflicts()
                    .serverSideApply()),
            GenericKubernetesResource.class);
    return before == null
        ? new PlannedObject(after, Sign.ADD, List.of(), "")
        : new PlannedObject(after, Sign.CHANGE, FieldDifferences.of(before, after), "");
  }
}
