package dev.fleetwright.hub.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.Target;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadFleetTest {

  private static final KubernetesSerialization YAML = new KubernetesSerialization();

  private static ReleaseTarget target(String name, String version, String current) {
    return YAML.unmarshal(
        """
        apiVersion: release.fleetwright.dev/v1alpha1
        kind: ReleaseTarget
        metadata: {name: %s, namespace: games, uid: uid-%s, resourceVersion: "%s"}
        spec:
          world: alpha
          deployment: shop
          environment: production
          resource: {name: east}
        status: {current: %s}
        """
            .formatted(name, name, version, current),
        ReleaseTarget.class);
  }

  @Test
  void follows_what_comes_changes_and_goes() {
    var read = new ReadFleet();
    ReleaseTarget a = target("a", "1", "shop-1");
    ReleaseTarget b = target("b", "2", "shop-1");

    assertThat(names(read.of(List.of(a, b)))).containsExactly("a", "b");

    Fleet changed = read.of(List.of(target("a", "3", "shop-2"), b));
    assertThat(changed.targets()).extracting(Target::current).containsExactly("shop-2", "shop-1");

    assertThat(names(read.of(List.of(b)))).containsExactly("b");
    assertThat(names(read.of(List.of(b, a)))).containsExactly("a", "b");
    assertThat(names(read.of(List.of()))).isEmpty();
  }

  @Test
  void reads_what_did_not_change_only_once() {
    var read = new ReadFleet();
    Fleet first = read.of(List.of(target("a", "1", "shop-1")));

    assertThat(read.of(List.of(target("a", "1", "shop-1")))).isSameAs(first);
  }

  @Test
  void tells_apart_an_object_from_one_that_had_its_name() {
    var read = new ReadFleet();
    var _ = read.of(List.of(target("a", "1", "shop-1")));
    ReleaseTarget other = target("a", "1", "shop-2");
    other.getMetadata().setUid("another");

    assertThat(read.of(List.of(other)).targets())
        .extracting(Target::current)
        .containsExactly("shop-2");
  }

  private static List<String> names(Fleet fleet) {
    return fleet.targets().stream().map(Target::name).toList();
  }
}
