package dev.fleetwright.hub.capability;

import dev.fleetwright.hub.client.Plain;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a module answers inside a cluster. The namespace of a world has one name everywhere, so the
 * address is the same on every cluster.
 */
public record ServiceAddress(String service, String namespace, int port)
    implements Comparable<ServiceAddress> {

  /**
   * On a component, and so on its Service: the capabilities that it serves, with commas between.
   */
  public static final String CAPABILITIES = "game.platform/capabilities";

  private static final Comparator<ServiceAddress> ORDER =
      Comparator.comparing(ServiceAddress::host).thenComparingInt(ServiceAddress::port);

  /**
   * Finds the Service of a capability among the rendered objects of its provider: the one whose
   * annotation names the capability, else one without that annotation; of several the smallest
   * name. Its first port counts.
   */
  public static Optional<ServiceAddress> of(List<Map<String, Object>> objects, String capability) {
    List<Map<String, Object>> services =
        objects.stream()
            .filter(object ->
                "v1".equals(object.get("apiVersion")) && "Service".equals(object.get("kind")))
            .filter(object -> port(object).isPresent())
            .sorted(
                Comparator.comparing(object -> Plain.text(Plain.child(object, "metadata"), "name")))
            .toList();
    return services.stream()
        .filter(service -> named(service).contains(capability))
        .findFirst()
        .or(() -> services.stream().filter(service -> named(service).isEmpty()).findFirst())
        .flatMap(ServiceAddress::address);
  }

  private static Optional<ServiceAddress> address(Map<String, Object> service) {
    Map<String, Object> metadata = Plain.child(service, "metadata");
    return port(service)
        .map(port ->
            new ServiceAddress(
                Plain.text(metadata, "name"), Plain.text(metadata, "namespace"), port));
  }

  private static List<String> named(Map<String, Object> service) {
    String text =
        Plain.text(Plain.child(Plain.child(service, "metadata"), "annotations"), CAPABILITIES);
    return Arrays.stream(text.split(",", -1)).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  private static Optional<Integer> port(Map<String, Object> service) {
    return Plain.child(service, "spec").get("ports") instanceof List<?> ports
            && !ports.isEmpty()
            && ports.getFirst() instanceof Map<?, ?> first
            && first.get("port") instanceof Number number
        ? Optional.of(number.intValue())
        : Optional.empty();
  }

  public String host() {
    return service + "." + namespace + ".svc";
  }

  @Override
  public int compareTo(ServiceAddress other) {
    return ORDER.compare(this, other);
  }

  /** {@code clock.world-anvil-forge-0123456789ab.svc:8080}. */
  @Override
  public String toString() {
    return host() + ":" + port;
  }
}
