package dev.fleetwright.hub.client;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The custom resource definitions of the hub, watched from the first question on. */
public final class Definitions implements AutoCloseable {

  /**
   * A definition, without its schemas.
   *
   * @param served whether the server says that it serves it
   */
  public record Definition(String group, String resource, boolean served) {

    private static Definition of(GenericKubernetesResource object) {
      Map<String, Object> plain = object.getAdditionalProperties();
      Map<String, Object> spec = Plain.child(plain, "spec");
      boolean established =
          Plain.child(plain, "status").get("conditions") instanceof List<?> conditions
              && conditions.stream()
                  .anyMatch(condition ->
                      condition instanceof Map<?, ?> map
                          && "Established".equals(map.get("type"))
                          && "True".equals(map.get("status")));
      boolean versions =
          spec.get("versions") instanceof List<?> list
              && list.stream()
                  .anyMatch(version ->
                      version instanceof Map<?, ?> map && Boolean.TRUE.equals(map.get("served")));
      return new Definition(
          Plain.text(spec, "group"),
          Plain.text(Plain.child(spec, "names"), "plural"),
          established && versions && object.getMetadata().getDeletionTimestamp() == null);
    }
  }

  private static final ResourceDefinitionContext KIND =
      new ResourceDefinitionContext.Builder()
          .withGroup("apiextensions.k8s.io")
          .withVersion("v1")
          .withKind("CustomResourceDefinition")
          .withPlural("customresourcedefinitions")
          .withNamespaced(false)
          .build();

  private final KubernetesClient client;
  private final Runnable changed;
  private @Nullable SharedIndexInformer<GenericKubernetesResource> informer;

  public Definitions(KubernetesClient client, Runnable changed) {
    this.client = client;
    this.changed = changed;
  }

  /** Those that are known; the rest is told as a change. */
  public synchronized List<Definition> all() {
    SharedIndexInformer<GenericKubernetesResource> known = informer;
    if (known == null) {
      known = client.genericKubernetesResources(KIND).runnableInformer(0);
      known.exceptionHandler(Failures.watchedAgain("definitions of kinds"));
      known.addEventHandler(new Changes());
      informer = known;
      var _ = known.start();
    }
    return known.getStore().list().stream().map(Definition::of).toList();
  }

  private final class Changes implements ResourceEventHandler<GenericKubernetesResource> {

    @Override
    public void onAdd(GenericKubernetesResource added) {
      changed.run();
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource now) {
      boolean same =
          Definition.of(before).equals(Definition.of(now))
              && Objects.equals(
                  before.getMetadata().getGeneration(), now.getMetadata().getGeneration());
      if (!same) {
        changed.run();
      }
    }

    @Override
    public void onDelete(GenericKubernetesResource gone, boolean unknown) {
      changed.run();
    }
  }

  @Override
  public synchronized void close() {
    if (informer != null) {
      informer.stop();
    }
  }
}
