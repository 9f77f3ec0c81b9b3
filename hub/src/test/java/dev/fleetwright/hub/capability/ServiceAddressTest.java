package dev.fleetwright.hub.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceAddressTest {

  @Test
  void theOnlyServiceAnswersOnItsFirstPort() {
    assertThat(ServiceAddress.of(List.of(deployment(), service("clock", "", 8080, 9090)), "a.b"))
        .hasToString("Optional[clock.w.svc:8080]");
  }

  @Test
  void theServiceThatNamesTheCapabilityIsPreferredAndOneThatNamesOthersIsNot() {
    List<Map<String, Object>> objects =
        List.of(
            service("admin", "c.d", 1),
            service("clock", "", 2),
            service("zeit", "x.y, time.source", 3));
    assertThat(ServiceAddress.of(objects, "time.source")).hasToString("Optional[zeit.w.svc:3]");
    assertThat(ServiceAddress.of(objects, "e.f")).hasToString("Optional[clock.w.svc:2]");
    assertThat(ServiceAddress.of(objects.subList(0, 1), "e.f")).isEmpty();
  }

  @Test
  void ofSeveralTheSmallestNameWhateverTheOrder() {
    List<Map<String, Object>> objects = List.of(service("b", "", 2), service("a", "", 1));
    assertThat(ServiceAddress.of(objects, "e.f")).hasToString("Optional[a.w.svc:1]");
    assertThat(ServiceAddress.of(objects.reversed(), "e.f")).hasToString("Optional[a.w.svc:1]");
  }

  @Test
  void aServiceWithoutAPortIsNoAddress() {
    assertThat(ServiceAddress.of(List.of(service("a", "")), "e.f")).isEmpty();
    assertThat(ServiceAddress.of(List.of(), "e.f")).isEmpty();
  }

  private static Map<String, Object> deployment() {
    return Map.of("apiVersion", "apps/v1", "kind", "Deployment", "metadata", Map.of("name", "a"));
  }

  private static Map<String, Object> service(String name, String capabilities, int... ports) {
    return Map.of(
        "apiVersion",
        "v1",
        "kind",
        "Service",
        "metadata",
        Map.of(
            "name",
            name,
            "namespace",
            "w",
            "annotations",
            capabilities.isEmpty() ? Map.of() : Map.of(ServiceAddress.CAPABILITIES, capabilities)),
        "spec",
        Map.of(
            "ports",
            java.util.Arrays.stream(ports).mapToObj(port -> Map.of("port", port)).toList()));
  }
}
