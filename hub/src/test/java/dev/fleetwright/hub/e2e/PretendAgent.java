package dev.fleetwright.hub.e2e;

import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.ControllerRuntime;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.status.kinds.StatusDetails;
import dev.fleetwright.status.kinds.WorkStatusSpec;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.ControllerSettings;
import dev.fleetwright.swarm.controller.Evidence;
import dev.fleetwright.swarm.controller.Evidence.Stage;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import dev.fleetwright.swarm.store.InMemoryRecords;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Hosts a controller for each world in each mailbox and claims at once what it is asked for. */
final class PretendAgent implements AutoCloseable {

  private static final Totals ONE_RUNS = new Totals(1, 1, 1, 1);
  private static final Totals NONE_RUNS = new Totals(1, 0, 0, 0);

  private final KubernetesClient client;
  private final ControllerRuntime controllers;
  private final Map<String, Goal> goals = new ConcurrentHashMap<>();
  private final Set<String> silent = ConcurrentHashMap.newKeySet();
  private final ExecutorService executor = Executors.newSingleThreadExecutor();
  private @Nullable SharedIndexInformer<ManifestWork> works;

  PretendAgent(KubernetesClient client, AmqpTransport transport) {
    this.client = client;
    this.controllers =
        new ControllerRuntime(
            transport,
            Protocol.bundled(),
            new InMemoryRecords(),
            Clock.systemUTC(),
            () -> UUID.randomUUID().toString(),
            ControllerSettings.DEFAULT,
            this::pursue);
  }

  void start() {
    works =
        client
            .resources(ManifestWork.class)
            .inAnyNamespace()
            .inform(
                new ResourceEventHandler<ManifestWork>() {
                  @Override
                  public void onAdd(ManifestWork work) {
                    seen(work);
                  }

                  @Override
                  public void onUpdate(ManifestWork before, ManifestWork work) {
                    seen(work);
                  }

                  @Override
                  public void onDelete(ManifestWork work, boolean unknown) {}
                });
  }

  private void seen(ManifestWork work) {
    Map<String, String> labels = work.getMetadata().getLabels();
    executor.execute(() ->
        controllers.host(
            labels.get("fleetwright.dev/owner-namespace")
                + "_"
                + labels.get("fleetwright.dev/owner-name")
                + "_"
                + work.getMetadata().getNamespace()));
  }

  /** The goal that a swarm has now. */
  @Nullable Goal goal(String swarmId) {
    return goals.get(swarmId);
  }

  /** Does not answer for a swarm until told to. */
  void silence(String swarmId) {
    silent.add(swarmId);
  }

  void answer(String swarmId) {
    silent.remove(swarmId);
    Goal goal = goals.get(swarmId);
    if (goal != null) {
      executor.execute(() -> claim(goal));
    }
  }

  private void pursue(Goal goal) {
    goals.put(goal.swarmId(), goal);
    if (!silent.contains(goal.swarmId())) {
      executor.execute(() -> claim(goal));
    }
  }

  private void claim(Goal goal) {
    boolean removed = goal.run() == RunState.REMOVED;
    TemplateRef template = goal.template();
    if (!removed && template != null) {
      report(template, goal.run() == RunState.RUNNING);
    }
    controllers.report(
        goal.swarmId(),
        new Evidence(
            goal.generation(),
            removed ? Stage.GONE : Stage.APPLIED,
            removed || template == null ? null : template.hash(),
            removed ? Totals.NONE : goal.run() == RunState.RUNNING ? ONE_RUNS : NONE_RUNS,
            List.of(),
            null));
  }

  private void report(TemplateRef template, boolean running) {
    ManifestWork work =
        client
            .resources(ManifestWork.class)
            .inNamespace(template.namespace())
            .withName(template.name())
            .get();
    if (work == null) {
      return;
    }
    for (Map<String, Object> manifest : work.getSpec().manifests()) {
      if ("Deployment".equals(manifest.get("kind"))) {
        Map<String, Object> metadata = Plain.child(manifest, "metadata");
        int replicas =
            Plain.child(manifest, "spec").get("replicas") instanceof Number number
                ? number.intValue()
                : 1;
        WorkStatus status = new WorkStatus();
        status.setMetadata(
            new ObjectMetaBuilder()
                .withName(
                    "deployment-"
                        + Plain.text(metadata, "namespace")
                        + "-"
                        + Plain.text(metadata, "name"))
                .withNamespace(template.namespace())
                .build());
        status.setSpec(
            new WorkStatusSpec(
                new WorkStatusSpec.SourceRef(
                    "apps",
                    "v1",
                    "deployments",
                    "Deployment",
                    Plain.text(metadata, "name"),
                    Plain.text(metadata, "namespace"))));
        status.reported(Map.of("availableReplicas", running ? replicas : 0));
        status.statusDetails(new StatusDetails("2026-01-01T00:00:00Z", 1L, true, null));
        client.resource(status).fieldManager("agent").forceConflicts().serverSideApply();
      }
    }
  }

  @Override
  public void close() {
    if (works != null) {
      works.close();
    }
    executor.shutdownNow();
    controllers.close();
  }
}
