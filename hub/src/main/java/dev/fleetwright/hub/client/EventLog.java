package dev.fleetwright.hub.client;

import dev.fleetwright.placement.work.CanonicalJson;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events on objects of people, in the object's namespace; of an object without one in that which
 * Kubernetes has for it. The same event again is counted and not written twice; one that cannot be
 * written is logged and lost, since nothing depends on events.
 */
public final class EventLog {

  private static final Logger LOG = LoggerFactory.getLogger(EventLog.class);
  private static final String COMPONENT = "fleetwright-hub";
  private static final String NAMESPACE_OF_OTHERS = "default";
  private static final int LONGEST_MESSAGE = 1_000;
  private static final int LONGEST_NAME = 200;

  private final KubernetesClient client;
  private final Fence fence;
  private final InstantSource clock;

  public EventLog(KubernetesClient client, Fence fence, InstantSource clock) {
    this.client = client;
    this.fence = fence;
    this.clock = clock;
  }

  public void record(HasMetadata object, String type, String reason, String message) {
    try {
      write(object, type, reason, message);
    } catch (KubernetesClientException e) {
      LOG.warn(
          "the event {} of {} could not be written: {}",
          reason,
          object.getMetadata().getName(),
          e.getMessage());
    }
  }

  private void write(HasMetadata object, String type, String reason, String message) {
    String own = object.getMetadata().getNamespace();
    String namespace = own == null || own.isEmpty() ? NAMESPACE_OF_OTHERS : own;
    String uid = object.getMetadata().getUid();
    String name = object.getMetadata().getName();
    String eventName =
        name.substring(0, Math.min(name.length(), LONGEST_NAME))
            + "."
            + CanonicalJson.digest(List.of(uid, type, reason, message)).substring(0, 16);
    String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    var events = client.v1().events().inNamespace(namespace);
    Event before = events.withName(eventName).get();
    fence.check();
    if (before != null) {
      events
          .resource(
              new EventBuilder(before)
                  .withCount(before.getCount() == null ? 2 : before.getCount() + 1)
                  .withLastTimestamp(now)
                  .build())
          .update();
      return;
    }
    events
        .resource(
            new EventBuilder()
                .withNewMetadata()
                .withName(eventName)
                .withNamespace(namespace)
                .endMetadata()
                .withType(type)
                .withReason(reason)
                .withMessage(
                    message.length() > LONGEST_MESSAGE
                        ? message.substring(0, LONGEST_MESSAGE) + "…"
                        : message)
                .withCount(1)
                .withFirstTimestamp(now)
                .withLastTimestamp(now)
                .withReportingComponent(COMPONENT)
                .withNewSource()
                .withComponent(COMPONENT)
                .endSource()
                .withNewInvolvedObject()
                .withApiVersion(object.getApiVersion())
                .withKind(object.getKind())
                .withNamespace(own)
                .withName(name)
                .withUid(uid)
                .endInvolvedObject()
                .build())
        .create();
  }
}
