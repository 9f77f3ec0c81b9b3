package dev.fleetwright.hub.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.BindingSpec.Destination;
import dev.fleetwright.placement.kinds.BindingSpec.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyWishesTest {

  private static final BindingSpec ONE =
      new BindingSpec(Workload.NONE, List.of(new Destination("c1")));
  private static final BindingSpec OTHER =
      new BindingSpec(Workload.NONE, List.of(new Destination("c2")));

  private final PolicyWishes wishes = new PolicyWishes();

  @Test
  void aBindingThatIsNotWhatItsPolicyWantsIsForeign() {
    assertThat(wishes.isForeign("b", ONE)).as("nobody has said what is wanted").isFalse();
    assertThat(wishes.put("b", ONE)).isNull();
    assertThat(wishes.isForeign("b", ONE)).isFalse();
    assertThat(wishes.isForeign("b", OTHER)).isTrue();
    assertThat(wishes.isForeign("b", null)).as("one that goes is not").isFalse();
    assertThat(wishes.isForeign("another", OTHER)).isFalse();
  }

  @Test
  void atTheStartWhatIsThereIsWantedUntilThePolicyWasLookedAt() {
    wishes.assume("b", ONE);
    assertThat(wishes.isForeign("b", OTHER)).isTrue();
    wishes.put("b", OTHER);
    wishes.assume("b", ONE);
    assertThat(wishes.isForeign("b", OTHER)).isFalse();
  }

  @Test
  void withoutAPolicyEveryBindingIsSomebodysOwn() {
    wishes.put("b", ONE);
    assertThat(wishes.isForeign("b", new BindingSpec(null, ONE.destinations())))
        .as("no workload is an empty one")
        .isFalse();
    assertThat(wishes.put("b", null)).isEqualTo(ONE);
    assertThat(wishes.isForeign("b", OTHER)).as("without a policy it is somebody's own").isFalse();
  }
}
