package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.BindingPhase;
import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec.Consumer;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec.Requirement;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec.WorldRef;
import dev.fleetwright.capability.kinds.CapabilityBindingStatus;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.capability.matching.Provision;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A binding that a world should have. It keeps what it is made from and makes the object when
 * asked, since a fleet has half a million of them.
 */
public final class DesiredBinding {

  public static final String WORLD_LABEL = "game.platform/world";
  public static final String GAME_LABEL = "game.platform/game";
  public static final String CAPABILITY_LABEL = "game.platform/capabilityId";

  private @Nullable String name;
  private final WorldIdentity world;
  private final Need need;
  private final Provision provision;
  private final Action action;

  DesiredBinding(WorldIdentity world, Need need, Provision provision, Action action) {
    this.world = world;
    this.need = need;
    this.provision = provision;
    this.action = action;
  }

  /** What has to be done for a desired binding. */
  public enum Action {
    CREATE,
    UPDATE,
    /** It exists as it should be. */
    KEEP,
    /** The name is taken by an object that is not this world's; nothing is written. */
    REFUSE
  }

  /** Worked out when first asked for. */
  public String name() {
    String known = name;
    if (known == null) {
      known = BindingNames.of(world.world().whole(), need, provision);
      name = known; // a race works out the same twice
    }
    return known;
  }

  DesiredBinding with(Action newAction) {
    DesiredBinding other = new DesiredBinding(world, need, provision, newAction);
    other.name = name;
    return other;
  }

  public ObjectKey key() {
    return new ObjectKey(world.namespace(), name());
  }

  public Need need() {
    return need;
  }

  public Provision provision() {
    return provision;
  }

  public Action action() {
    return action;
  }

  /** Whether the consumer is its own provider. */
  public boolean isToItself() {
    return need.consumer().equals(provision.module());
  }

  /** The object to apply. */
  public CapabilityBinding object() {
    return new CapabilityBinding(metadata(), spec());
  }

  public Metadata metadata() {
    Map<String, String> labels = new LinkedHashMap<>();
    Map<String, String> annotations = new LinkedHashMap<>();
    label(WORLD_LABEL, world.world(), labels, annotations);
    label(GAME_LABEL, world.game(), labels, annotations);
    label(CAPABILITY_LABEL, LabelValue.of(need.capabilityId()), labels, annotations);
    return new Metadata(
        name(), world.namespace(), null, null, labels, annotations, List.of(world.asOwner()));
  }

  private static void label(
      String key, LabelValue value, Map<String, String> labels, Map<String, String> annotations) {
    labels.put(key, value.value());
    if (value.isShortened()) {
      annotations.put(key, value.whole());
    }
  }

  public CapabilityBindingSpec spec() {
    return new CapabilityBindingSpec(
        need.capabilityId(),
        need.scope(),
        need.multiplicity(),
        new WorldRef(world.world().whole()),
        new Consumer(
            need.consumer(),
            new Requirement(
                need.wanted().versionConstraint(),
                need.wanted().dependencyMode(),
                need.wanted().requiredFeatures(),
                need.wanted().preferredFeatures())),
        new CapabilityBindingSpec.Provider(provision.module(), provision.offered().version()));
  }

  /**
   * Whether an object already has all that this one wants. Labels, annotations and owners that
   * others added do not count.
   */
  boolean isFulfilledBy(CapabilityBinding existing) {
    Metadata wanted = metadata();
    Metadata actual = existing.metadata();
    return existing.spec().equals(spec())
        && actual.labels().entrySet().containsAll(wanted.labels().entrySet())
        && actual.annotations().entrySet().containsAll(wanted.annotations().entrySet())
        && actual.ownerReferences().containsAll(wanted.ownerReferences());
  }

  /** The last decision in one sentence, for the status of the binding. */
  public String decision() {
    return choice() + provision.offered().version() + ", which satisfies " + need.summary();
  }

  private String choice() {
    return need.consumer() + " is bound to " + provision.module() + " ";
  }

  /** Whether the last decision was for the same provider, in this or another version of it. */
  public boolean hasProviderOf(CapabilityBindingStatus before) {
    return before.message() != null && before.message().startsWith(choice());
  }

  /**
   * The status that the binding should have: pending until the endpoint of the provider is known.
   * Equal to the one it has when nothing changed.
   *
   * @param existing the binding as it is now; null when it was not there
   * @param endpoint where the provider answers; null while that is unknown
   */
  public CapabilityBindingStatus status(
      @Nullable CapabilityBinding existing, @Nullable String endpoint, Instant now) {
    CapabilityBindingStatus before = existing == null ? null : existing.status();
    String since =
        before != null
                && before.lastResolvedTime() != null
                && decision().equals(before.message())
                && Objects.equals(endpoint, before.resolvedEndpoint())
            ? before.lastResolvedTime()
            : now.truncatedTo(ChronoUnit.SECONDS).toString();
    return new CapabilityBindingStatus(
        existing == null ? null : existing.metadata().generation(),
        endpoint == null ? BindingPhase.PENDING : BindingPhase.BOUND,
        decision(),
        before == null ? null : before.provider(),
        endpoint,
        since,
        before == null ? List.of() : before.conditions());
  }

  @Override
  public String toString() {
    return name() + " (" + action + ")";
  }
}
