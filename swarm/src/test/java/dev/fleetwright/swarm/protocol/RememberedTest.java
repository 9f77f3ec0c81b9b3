package dev.fleetwright.swarm.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Checked;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RememberedTest {

  @Test
  void whatWasFoundIsNotLookedForAgain() {
    Remembered<RoutingKey> keys = new Remembered<>();
    AtomicInteger looked = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      assertThat(
              keys.of(
                  "ev.swarm-created.a",
                  key -> {
                    looked.incrementAndGet();
                    return RoutingKey.parse(key);
                  }))
          .isEqualTo(Checked.valid(new RoutingKey.SwarmCreated("a")));
    }
    assertThat(looked).hasValue(1);
  }

  @Test
  void neitherBadKeysNorManyFillTheMemory() {
    Remembered<RoutingKey> keys = new Remembered<>();
    assertThat(keys.of("ev.nothing", RoutingKey::parse).isValid()).isFalse();
    assertThat(keys.size()).isZero();
    for (int i = 0; i < 25_000; i++) {
      assertThat(keys.of("ev.swarm-created.s" + i, RoutingKey::parse).isValid()).isTrue();
      assertThat(keys.size()).isBetween(1, 10_000);
    }
  }
}
