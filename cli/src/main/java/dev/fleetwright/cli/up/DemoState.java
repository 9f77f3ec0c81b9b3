package dev.fleetwright.cli.up;

import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.capability.kinds.WorldPhase;
import dev.fleetwright.status.kinds.CombinedResult;
import dev.fleetwright.status.kinds.Value;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the sample world stands: its phase, its clusters, and what its Deployments report from all of
 * them together.
 *
 * @param deployments name to its combined rows, as text
 */
record DemoState(String phase, String message, int running, int total, List<Row> deployments) {

  /**
   * One Deployment: available replicas to number of clusters, and clusters that are not as desired.
   */
  record Row(String name, String available, int notAsDesired, boolean complete) {}

  /** What each Deployment of the sample game should have available. */
  private static final Map<String, String> EXPECTED =
      Map.of("time-source", "1", "physics", "2", "interaction", "2");

  static DemoState read(KubernetesClient hub) {
    @Nullable WorldInstance world =
        hub.resources(WorldInstance.class)
            .inNamespace(SampleGame.NAMESPACE)
            .withName(SampleGame.WORLD)
            .get();
    WorldInstanceStatus status =
        world == null || world.getStatus() == null ? WorldInstanceStatus.NONE : world.getStatus();
    List<Row> rows = new ArrayList<>();
    int total = status.clusters() == null ? 0 : status.clusters().total();
    for (CombinedStatus combined :
        hub.resources(CombinedStatus.class).inNamespace(SampleGame.NAMESPACE).list().getItems()) {
      Map<String, String> labels = combined.getMetadata().getLabels();
      if ("deployments".equals(labels.get("status.kubestellar.io/resource"))) {
        rows.add(
            row(labels.getOrDefault("status.kubestellar.io/name", "?"), combined.results(), total));
      }
    }
    rows.sort(Comparator.comparing(Row::name));
    return new DemoState(
        status.phase() == null ? "Pending" : phase(status.phase()),
        status.message() == null ? "" : status.message(),
        status.clusters() == null ? 0 : status.clusters().running(),
        total,
        List.copyOf(rows));
  }

  private static String phase(WorldPhase phase) {
    return phase.name().charAt(0) + phase.name().substring(1).toLowerCase(java.util.Locale.ROOT);
  }

  private static Row row(String name, List<CombinedResult> results, int clusters) {
    List<String> available = new ArrayList<>();
    int behind = -1;
    boolean complete = false;
    for (CombinedResult result : results) {
      if (result.name().equals("available-replicas")) {
        for (CombinedResult.ResultRow row : result.rows()) {
          String replicas = text(row.columns().get(0));
          String count = text(row.columns().get(1));
          available.add(count + " × " + replicas);
          complete =
              replicas.equals(EXPECTED.get(name)) && count.equals(Integer.toString(clusters));
        }
      } else if (result.name().equals("not-as-desired")) {
        behind = result.rows().size();
      }
    }
    return new Row(
        name,
        String.join(", ", available),
        behind,
        complete && available.size() == 1 && behind == 0);
  }

  private static String text(Value value) {
    return switch (value.type()) {
      case STRING -> String.valueOf(value.string());
      case NUMBER -> String.valueOf(value.number());
      case BOOL -> String.valueOf(value.bool());
      case NULL -> "null";
      case OBJECT -> String.valueOf(value.object());
      case ARRAY -> String.valueOf(value.array());
    };
  }

  /** In one line. */
  String line() {
    return phase
        + "  "
        + running
        + "/"
        + total
        + " clusters"
        + (message.isEmpty() ? "" : "  " + message);
  }

  /** Running on every one of the clusters, and the combined status says so too. */
  boolean isDone(int clusters) {
    return phase.equals("Running")
        && running == clusters
        && total == clusters
        && deployments.size() == EXPECTED.size()
        && deployments.stream().allMatch(Row::complete);
  }
}
