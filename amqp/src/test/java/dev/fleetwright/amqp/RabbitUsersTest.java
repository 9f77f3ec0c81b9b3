package dev.fleetwright.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The users of docs/swarm.md, made with the very lines that stand there. */
@EnabledIfEnvironmentVariable(named = "FLEETWRIGHT_TEST_RABBITMQCTL", matches = ".+")
class RabbitUsersTest {

  private static final BrokerAddress RABBIT =
      BrokerAddress.parse(System.getenv().getOrDefault("FLEETWRIGHT_TEST_RABBITMQ", "amqp://none"))
          .orThrow();

  private static String pattern = "";

  @BeforeAll
  static void makeUsers() throws Exception {
    String page = Files.readString(Path.of("../docs/swarm.md"));
    Matcher block = Pattern.compile("```bash\n(pattern=.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(block.find()).isTrue();
    List<String> lines =
        block.group(1).lines().filter(line -> !line.startsWith("fleetwright")).toList();
    String script =
        "set -eu\n"
            + "rabbitmqctl() { \"$FLEETWRIGHT_TEST_RABBITMQCTL\" \"$@\"; }\n"
            + "rabbitmqctl delete_user agent-cluster1 >&2 || true\n"
            + String.join("\n", lines)
                .replace("add_user agent-cluster1", "add_user agent-cluster1 agent")
            + "\nprintf '%s' \"$pattern\"";
    Process process = new ProcessBuilder("bash", "-c", script).start();
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out + errors).isZero();
    // The hub has been there before: it declares the exchange.
    try (AmqpTransport hub = new AmqpTransport(RABBIT, "hub")) {
      assertThat(hub.awaitConnected(Duration.ofSeconds(60))).isTrue();
    }
    pattern = out.lines().reduce((_, last) -> last).orElse("");
  }

  private static Connection agent() throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(RABBIT.host());
    factory.setPort(RABBIT.port());
    factory.setUsername("agent-cluster1");
    factory.setPassword("agent");
    factory.setAutomaticRecoveryEnabled(false);
    return factory.newConnection("users-test");
  }

  /** Empty when the broker takes the message; else what it says. */
  private static Optional<String> refusal(String key, String user) throws Exception {
    try (Connection connection = agent()) {
      Channel channel = connection.createChannel();
      CompletableFuture<String> closed = new CompletableFuture<>();
      channel.addShutdownListener(reason -> closed.complete(text(reason)));
      channel.confirmSelect();
      channel.basicPublish(
          Topology.CONTROL_EXCHANGE,
          key,
          new AMQP.BasicProperties.Builder().userId(user).build(),
          "{}".getBytes(StandardCharsets.UTF_8));
      try {
        channel.waitForConfirmsOrDie(30_000);
        return Optional.empty();
      } catch (ShutdownSignalException e) {
        return Optional.of(closed.get(30, TimeUnit.SECONDS));
      }
    }
  }

  private static String text(ShutdownSignalException reason) {
    return reason.getReason() instanceof AMQP.Channel.Close close
        ? close.getReplyCode() + " " + close.getReplyText()
        : reason.toString();
  }

  @Test
  void anAgentSpeaksForTheSwarmsOfItsClusterAlone() throws Exception {
    String own = "ev.ready.swarm-start.team_shop_cluster1";
    String others = "ev.ready.swarm-start.team_shop_cluster2";
    assertThat(refusal(own, "agent-cluster1")).isEmpty();
    assertThat(refusal(others, "agent-cluster1")).get().asString().startsWith("403");
    assertThat(refusal("sig.swarm-start.team_shop_cluster1", "agent-cluster1"))
        .get()
        .asString()
        .startsWith("403");
    Pattern sender = Pattern.compile(pattern);
    assertThat(sender.matcher(own).matches()).as("--sender has the same pattern").isTrue();
    assertThat(sender.matcher(others).matches()).isFalse();
  }

  @Test
  void aForgedUserIdIsRefused() throws Exception {
    assertThat(refusal("ev.ready.swarm-start.team_shop_cluster1", RABBIT.user()))
        .get()
        .asString()
        .startsWith("406");
  }
}
