package dev.fleetwright.swarm.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RoutingKeyTest {

  private static final AsyncApi FILE = AsyncApi.bundled();

  @TestFactory
  Stream<DynamicTest> keys() throws IOException {
    return Files.readAllLines(Path.of("src/test/resources/cases/keys.txt")).stream()
        .filter(line -> !line.startsWith("# "))
        .map(line -> line.split("\t", -1))
        .map(parts -> DynamicTest.dynamicTest(parts[0] + " is " + parts[1], () -> check(parts)));
  }

  private static void check(String[] parts) {
    Checked<RoutingKey> parsed = RoutingKey.parse(parts[0]);
    if (parts[1].startsWith("refused: ")) {
      assertThat(parsed.problems())
          .singleElement()
          .satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("invalid-routing-key");
            assertThat(problem.message()).contains(parts[1].substring("refused: ".length()));
            assertThat(problem.nextStep()).isNotEmpty();
            assertThat(ProblemText.render(problem)).contains("<routing key>:1:");
          });
      assertThat(FILE.checkKey(parts[0]).isValid()).as("the file agrees").isFalse();
    } else {
      RoutingKey key = parsed.orThrow();
      assertThat(key.text()).isEqualTo(parts[0]);
      assertThat(key.getClass().getSimpleName()).isEqualTo(parts[1]);
      assertThat(FILE.checkKey(parts[0]).isValid()).as("the file agrees").isTrue();
    }
  }

  @Test
  void suggestsTheSignalThatWasMeant() {
    Problem problem = RoutingKey.parse("sig.swarm-strat.x").problems().getFirst();
    assertThat(problem.nextStep()).isEqualTo("did you mean \"swarm-start\"?");
  }

  @Test
  void countsBytesNotCharacters() {
    String prefix = "sig.swarm-start.";
    String fits = "ü".repeat(119) + "x";
    assertThat(RoutingKey.parse(prefix + fits).isValid()).isTrue();
    assertThat(RoutingKey.parse(prefix + fits + "y").isValid()).isFalse();
    assertThat(new RoutingKey.SwarmSignal(SignalName.SWARM_START, fits).text()).hasSize(136);
    assertThatThrownBy(() -> new RoutingKey.SwarmSignal(SignalName.SWARM_START, fits + "y"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("256 bytes");
    assertThat(RoutingKey.parse("x".repeat(1_000_000)).isValid()).isFalse();
  }

  @Test
  void halfACharacterCannotBeSent() {
    assertThat(RoutingKey.parse("sig.swarm-start.a\uD83D").isValid()).isFalse();
    assertThat(RoutingKey.parse("sig.swarm-start.a\uDE00b").isValid()).isFalse();
    assertThat(RoutingKey.parse("sig.swarm-start.a\uD83D\uDE00").isValid()).isTrue();
  }

  @Test
  void constructorsRefuseWhatTheParserRefuses() {
    for (String name : List.of("", "a.b", "*", "#", "a b", "a\tb", "a\u0000", "\u2003")) {
      assertThatThrownBy(() -> new RoutingKey.SwarmCreated(name))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new RoutingKey.SwarmReady(SignalName.SWARM_CREATE, "x"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RoutingKey.SwarmSignal(SignalName.CONFIG_UPDATE, "x"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RoutingKey.ComponentSignal(SignalName.SWARM_STOP, "r", "i"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Whatever is thrown at it, it answers, and what it accepts it prints back unchanged. */
  @Test
  void parsingIsTheInverseOfPrinting() {
    String[] words = {
      "sig",
      "ev",
      "ready",
      "error",
      "swarm-start",
      "swarm-create",
      "config-update",
      "status-full",
      "status-request",
      "swarm-controller",
      "swarm-created",
      "a",
      "",
      "*",
      "é",
      " ",
      "\n"
    };
    Random random = new Random(7);
    int valid = 0;
    for (int i = 0; i < 50_000; i++) {
      StringBuilder text = new StringBuilder(words[random.nextInt(2)]);
      for (int n = random.nextInt(5); n > 0; n--) {
        text.append('.').append(words[random.nextInt(words.length)]);
      }
      if (RoutingKey.parse(text.toString()) instanceof Checked.Valid<RoutingKey>(RoutingKey key)) {
        valid++;
        assertThat(key.text()).isEqualTo(text.toString());
        assertThat(FILE.checkKey(key.text()).isValid()).isTrue();
      } else {
        assertThat(FILE.checkKey(text.toString()).isValid()).as("%s", text).isFalse();
      }
    }
    assertThat(valid).isGreaterThan(100);
  }
}
