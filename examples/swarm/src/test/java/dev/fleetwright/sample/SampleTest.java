package dev.fleetwright.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.EmbeddedBroker;
import dev.fleetwright.component.ComponentOptions;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** All three bees over real queues: on the embedded broker, and on RabbitMQ where there is one. */
class SampleTest {

  private static final String RABBIT_VARIABLE = "FLEETWRIGHT_TEST_RABBITMQ";
  private static EmbeddedBroker embedded;

  @BeforeAll
  static void startBroker() {
    embedded = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    embedded.close();
  }

  @Test
  void itemsFlowFromTheGeneratorToTheSinkOnTheEmbeddedBroker() throws Exception {
    itemsFlow(embedded.address());
  }

  @Test
  @EnabledIfEnvironmentVariable(named = RABBIT_VARIABLE, matches = ".+")
  void itemsFlowFromTheGeneratorToTheSinkOnRabbitMq() throws Exception {
    itemsFlow(BrokerAddress.parse(System.getenv(RABBIT_VARIABLE)).orThrow());
  }

  private static void itemsFlow(BrokerAddress broker) throws Exception {
    String swarm = "hive-" + UUID.randomUUID();
    String raw = "ph." + swarm + ".raw";
    String done = "ph." + swarm + ".done";
    try (AmqpTransport control = new AmqpTransport(broker, "test");
        SampleComponent sink = start(broker, swarm, "sink", done, "", "{}");
        SampleComponent processor = start(broker, swarm, "processor", raw, done, "{}");
        SampleComponent generator =
            start(broker, swarm, "generator", "", raw, "{\"everyMillis\": 1}")) {
      await("items arrive", () -> sink.items() > 20);
      assertThat(sink.lastItem()).startsWith("ITEM-");
      configure(control, swarm, "processor", data().put("prefix", "X-"));
      await("the setting has its effect", () -> sink.lastItem().startsWith("X-ITEM-"));
      configure(control, swarm, "processor", data().put("enabled", false));
      await("the processor is disabled", () -> !processor.component().isEnabled());
      configure(control, swarm, "generator", data().put("enabled", false));
      await("the generator is disabled", () -> !generator.component().isEnabled());
      long made = generator.items();
      configure(control, swarm, "processor", data().put("enabled", true));
      await("what waited in the queue is worked off", () -> sink.items() >= made);
      assertThat(generator.items()).isEqualTo(made);
    }
  }

  private static ObjectNode data() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static SampleComponent start(
      BrokerAddress broker, String swarm, String role, String in, String out, String config)
      throws Exception {
    Map<String, String> environment = new HashMap<>();
    environment.put("SWARM_AMQP", broker.secretUri());
    environment.put("SWARM_ID", swarm);
    environment.put("SWARM_ROLE", role);
    environment.put("SWARM_INSTANCE", swarm + "_" + role);
    environment.put("SWARM_WORK_IN", in);
    environment.put("SWARM_WORK_OUT", out);
    environment.put("SWARM_CONFIG", config);
    environment.put("SWARM_ACTUATOR_PORT", "0");
    return SampleComponent.start(
        ComponentOptions.fromEnvironment(environment).orThrow(), environment);
  }

  private static void configure(
      AmqpTransport control, String swarm, String role, ObjectNode settings) throws Exception {
    ObjectNode args = data();
    args.set("data", settings);
    String instance = swarm + "_" + role;
    Message message =
        new Message(
            new RoutingKey.ComponentSignal(SignalName.CONFIG_UPDATE, role, instance),
            new Envelope.Signal(
                SignalName.CONFIG_UPDATE,
                new Scope(swarm, role, instance),
                UUID.randomUUID().toString(),
                UUID.randomUUID().toString(),
                UUID.randomUUID().toString(),
                Instant.now(),
                args));
    control
        .publish(Protocol.bundled().encode(Actor.ORCHESTRATOR, message).orThrow())
        .get(30, TimeUnit.SECONDS);
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    Instant end = Instant.now().plusSeconds(60);
    while (!condition.call()) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("never happened: " + what);
      }
      Thread.sleep(20);
    }
  }
}
