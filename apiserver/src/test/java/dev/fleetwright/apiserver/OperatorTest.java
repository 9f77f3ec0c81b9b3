package dev.fleetwright.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** java-operator-sdk, unmodified: finalizers and statuses by server-side apply. */
class OperatorTest {

  /** What a widget should be. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public static class WidgetSpec {
    public int size;
  }

  /** What a widget is. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public static class WidgetStatus {
    public int size;
  }

  /** The kind of {@link Samples#DEFINITION}. */
  @Group("example.dev")
  @Version("v1")
  public static class Widget extends CustomResource<WidgetSpec, WidgetStatus>
      implements Namespaced {}

  /** Copies the size into the status and into a config map. */
  @ControllerConfiguration(name = "widgets")
  public static class WidgetReconciler implements Reconciler<Widget>, Cleaner<Widget> {
    final AtomicInteger cleaned = new AtomicInteger();

    @Override
    public UpdateControl<Widget> reconcile(Widget widget, Context<Widget> context) {
      context
          .getClient()
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName(widget.getMetadata().getName())
                  .withNamespace(widget.getMetadata().getNamespace())
                  .endMetadata()
                  .addToData("size", Integer.toString(widget.getSpec().size))
                  .build())
          .serverSideApply();
      if (widget.getStatus() != null && widget.getStatus().size == widget.getSpec().size) {
        return UpdateControl.noUpdate();
      }
      var answer = new Widget();
      answer.setMetadata(widget.getMetadata());
      answer.setStatus(new WidgetStatus());
      answer.getStatus().size = widget.getSpec().size;
      return UpdateControl.patchStatus(answer);
    }

    @Override
    public DeleteControl cleanup(Widget widget, Context<Widget> context) {
      cleaned.incrementAndGet();
      return DeleteControl.defaultDelete();
    }
  }

  @Test
  void anOperatorReconcilesAndCleansUp() throws InterruptedException {
    String cluster = Shared.cluster();
    Client plain = Shared.client(cluster);
    plain.post(Samples.DEFINITIONS, Samples.DEFINITION).expect(201);
    String widget = Samples.WIDGETS + "/w";
    try (KubernetesClient client = Fabric8Test.client(cluster)) {
      var reconciler = new WidgetReconciler();
      var operator =
          new Operator(overrider ->
              overrider
                  .withKubernetesClient(client)
                  .withInformerStoppedHandler((informer, error) -> {}));
      operator.register(reconciler);
      operator.start();
      try {
        plain.post(Samples.WIDGETS, Samples.widget("w", "'size':3")).expect(201);
        Eventually.holds(() -> plain.get(widget).text("/status/size").equals("3"));
        assertThat(plain.get(widget).text("/metadata/finalizers/0")).isNotEmpty();
        assertThat(plain.get(Samples.CONFIG_MAPS + "/w").text("/data/size")).isEqualTo("3");
        plain.patch(widget, "merge", "{'spec':{'size':5}}").expect(200);
        Eventually.holds(() -> plain.get(widget).text("/status/size").equals("5"));
        plain.delete(widget).expect(200);
        Eventually.holds(() -> plain.get(widget).code() == 404);
        assertThat(reconciler.cleaned.get()).isPositive();
      } finally {
        operator.stop();
      }
    }
  }
}
