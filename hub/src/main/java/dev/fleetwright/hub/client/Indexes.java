package dev.fleetwright.hub.client;

import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.work.LabelValue;
import dev.fleetwright.placement.work.Work;
import dev.fleetwright.placement.work.WorkOwner;
import dev.fleetwright.status.kinds.WorkStatusSpec.SourceRef;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** By what objects are looked for beside their names. No name of an object has a slash in it. */
public final class Indexes {

  /** Works by mailbox and owner. */
  public static final String OWNER = "owner";

  /** Works by owner, at all clusters. */
  public static final String OWNER_ANYWHERE = "owner-anywhere";

  /** Reports by cluster and object. */
  public static final String SOURCE = "source";

  /** Targets by namespace and world. */
  public static final String WORLD = "world";

  /** Combined statuses by what they combine. */
  public static final String COMBINES = "combines";

  /** On a CombinedStatus of a Binding: which one, and of which object. */
  public static final String COMBINES_ANNOTATION = "fleetwright.dev/combines";

  private Indexes() {}

  static List<String> owner(ManifestWork work) {
    Map<String, String> labels = work.getMetadata().getLabels();
    return labels == null || !labels.containsKey(Work.OWNER_KIND)
        ? List.of()
        : List.of(
            String.join(
                "/",
                work.getMetadata().getNamespace(),
                labels.get(Work.OWNER_KIND),
                labels.getOrDefault(Work.OWNER_NAMESPACE, ""),
                labels.getOrDefault(Work.OWNER_NAME, "")));
  }

  static List<String> ownerAnywhere(ManifestWork work) {
    String mailbox = work.getMetadata().getNamespace() + "/";
    return owner(work).stream().map(text -> text.substring(mailbox.length())).toList();
  }

  public static String ownerAnywhere(WorkOwner owner) {
    return String.join(
        "/", owner.kind(), LabelValue.of(owner.namespace()), LabelValue.of(owner.name()));
  }

  public static String owner(String mailbox, WorkOwner owner) {
    return mailbox + "/" + ownerAnywhere(owner);
  }

  static List<String> world(ReleaseTarget target) {
    String world = target.getSpec().world();
    return world == null || world.isEmpty()
        ? List.of()
        : List.of(world(target.getMetadata().getNamespace(), world));
  }

  public static String world(String namespace, String name) {
    return namespace + "/" + name;
  }

  static List<String> source(WorkStatus report) {
    return report.getSpec() == null
        ? List.of()
        : List.of(source(report.getMetadata().getNamespace(), keyOf(report)));
  }

  /** The object that a cluster reports about. */
  public static ObjectKey keyOf(WorkStatus report) {
    SourceRef source = report.getSpec().sourceRef();
    return new ObjectKey(
        Objects.requireNonNullElse(source.group(), ""),
        source.resource(),
        Objects.requireNonNullElse(source.namespace(), ""),
        source.name());
  }

  public static String source(String cluster, ObjectKey object) {
    return cluster + "/" + text(object);
  }

  public static String text(ObjectKey key) {
    return String.join("/", key.group(), key.resource(), key.namespace(), key.name());
  }

  static List<String> combines(CombinedStatus combined) {
    String what = annotation(combined, COMBINES_ANNOTATION);
    return what.isEmpty() ? List.of() : List.of(what);
  }

  public static String annotation(HasMetadata object, String name) {
    Map<String, String> annotations = object.getMetadata().getAnnotations();
    return annotations == null ? "" : annotations.getOrDefault(name, "");
  }
}
