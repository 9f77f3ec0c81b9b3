package dev.fleetwright.sample;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.component.ComponentOptions;
import dev.fleetwright.component.SwarmComponent;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.ProblemText;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * One bee with its control plane, as a container would run it: everything comes from the
 * environment. {@code SWARM_ROLE} says which: generator, processor or sink.
 */
public final class SampleComponent implements AutoCloseable {

  /** The image that a plan names for it, without a tag. */
  public static final String IMAGE = "fleetwright/swarm-sample";

  private static final int USAGE = 2;

  private final Bee bee;
  private final SwarmComponent component;

  private SampleComponent(Bee bee, SwarmComponent component) {
    this.bee = bee;
    this.component = component;
  }

  /** Runs until the process is told to end. */
  public static void main(String[] args) throws Exception {
    Checked<ComponentOptions> options = ComponentOptions.fromEnvironment(System.getenv());
    if (!options.problems().isEmpty()) {
      System.err.print(ProblemText.render(options.problems()));
      System.exit(USAGE);
    }
    try (SampleComponent sample = start(options.orThrow(), System.getenv())) {
      sample.component.awaitStop();
    }
  }

  /**
   * Starts a bee.
   *
   * @throws IOException when its queues cannot be reached, or it refuses its settings
   */
  public static SampleComponent start(ComponentOptions options, Map<String, String> environment)
      throws IOException {
    String role = environment.getOrDefault("SWARM_ROLE", "");
    WorkQueues queues =
        new WorkQueues(
            broker(environment),
            environment.getOrDefault("SWARM_ID", "alone"),
            "work-" + environment.getOrDefault("SWARM_INSTANCE", role),
            list(environment.getOrDefault("SWARM_WORK_IN", "")),
            list(environment.getOrDefault("SWARM_WORK_OUT", "")));
    try {
      Bee bee = bee(role, queues);
      SwarmComponent component =
          options
              .onSettings(bee::use)
              .healthy(bee::isWell)
              .counter("sample_items_total", "Items that went through", bee::count)
              .data(() -> data(bee))
              .onStop(() -> {
                bee.stop();
                queues.close();
              })
              .start();
      return new SampleComponent(bee, component);
    } catch (IOException | RuntimeException e) {
      queues.close();
      throw e;
    }
  }

  private static ObjectNode data(Bee bee) {
    ObjectNode data = JsonNodeFactory.instance.objectNode().put("items", bee.count());
    return bee instanceof Sink sink ? data.put("last", sink.last()) : data;
  }

  private static Bee bee(String role, WorkQueues queues) {
    return switch (role) {
      case "generator" -> new Generator(queues);
      case "processor" -> new Processor(queues);
      case "sink" -> new Sink(queues);
      default ->
          throw new IllegalArgumentException(
              "there is no bee " + role + "; SWARM_ROLE is generator, processor or sink");
    };
  }

  private static BrokerAddress broker(Map<String, String> environment) {
    return BrokerAddress.parse(
            environment.getOrDefault(
                "SWARM_AMQP", environment.getOrDefault("FLEETWRIGHT_AMQP", "")))
        .orThrow();
  }

  private static List<String> list(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  /** How many items went through it. */
  public long items() {
    return bee.count();
  }

  public SwarmComponent component() {
    return component;
  }

  /** The last item of a sink; empty for others. */
  public String lastItem() {
    return bee instanceof Sink sink ? sink.last() : "";
  }

  @Override
  public void close() {
    component.close();
  }
}
