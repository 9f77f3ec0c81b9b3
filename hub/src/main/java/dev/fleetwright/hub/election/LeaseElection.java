package dev.fleetwright.hub.election;

import dev.fleetwright.hub.client.Failures;
import dev.fleetwright.hub.client.Fence;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One candidate for a Lease. How old a lease is, is measured from when this candidate saw it
 * change, on its own steady clock: clocks of two machines are never compared.
 */
public final class LeaseElection implements Fence {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseElection.class);

  private final KubernetesClient client;
  private final String namespace;
  private final String name;
  private final String identity;
  private final LeaseTerms terms;
  private final Clock clock;
  private final LongSupplier nanos;

  private @Nullable String seenVersion;
  private long seenAt;
  private volatile boolean leads;
  private volatile long renewedAt;
  private volatile String holder = "";
  private volatile long answeredAt;
  private volatile boolean answered;

  public LeaseElection(
      KubernetesClient client,
      String namespace,
      String name,
      String identity,
      LeaseTerms terms,
      Clock clock,
      LongSupplier nanos) {
    this.client = client;
    this.namespace = namespace;
    this.name = name;
    this.identity = identity;
    this.terms = terms;
    this.clock = clock;
    this.nanos = nanos;
  }

  /** Who leads, as far as this candidate knows; empty when nobody does. */
  public String holder() {
    return holder;
  }

  /** Whether the server has answered lately. */
  public boolean isConnected() {
    return answered && nanos.getAsLong() - answeredAt < terms.duration().toNanos();
  }

  /** Whether this candidate may act: it holds the lease, and has renewed it lately. */
  public boolean leads() {
    return leads && nanos.getAsLong() - renewedAt < terms.renewWithin().toNanos();
  }

  @Override
  public void check() {
    if (!leads()) {
      throw new IllegalStateException(
          "this hub does not lead any more, so it writes nothing; the leader is "
              + (holder.isEmpty() ? "unknown" : holder));
    }
  }

  /**
   * Asks once: renews the lease, takes one that nobody holds or whose holder is silent for too
   * long, or waits.
   *
   * @return whether this candidate leads now
   */
  public synchronized boolean step() {
    long asked = nanos.getAsLong();
    try {
      attempt(asked);
      answeredAt = asked;
      answered = true;
    } catch (KubernetesClientException e) {
      LOG.info("the lease {} could not be taken or renewed: {}", name, e.getMessage());
      if (Failures.isConflict(e)) {
        // Somebody wrote it meanwhile; the next step reads who.
        leads = false;
      }
    }
    if (leads && !leads()) {
      leads = false;
    }
    return leads;
  }

  private void attempt(long asked) {
    var leases = client.leases().inNamespace(namespace);
    Lease found = leases.withName(name).get();
    if (found == null) {
      taken(asked, leases.resource(fresh()).create());
      return;
    }
    LeaseSpec spec = found.getSpec();
    String by = spec == null ? "" : Objects.requireNonNullElse(spec.getHolderIdentity(), "");
    holder = by;
    if (!by.equals(identity)) {
      leads = false;
      if (!Objects.equals(seenVersion, found.getMetadata().getResourceVersion())) {
        seenVersion = found.getMetadata().getResourceVersion();
        seenAt = asked;
      }
      if (!by.isEmpty() && asked - seenAt < duration(spec).toNanos()) {
        return;
      }
    }
    taken(asked, leases.resource(renewed(found, !by.equals(identity))).update());
  }

  private void taken(long asked, Lease lease) {
    holder = Optional.ofNullable(lease.getSpec().getHolderIdentity()).orElse("");
    if (!leads) {
      LOG.info("{} leads", identity);
    }
    leads = true;
    // From when it was asked for: the server may have taken long to answer.
    renewedAt = asked;
  }

  private Duration duration(@Nullable LeaseSpec spec) {
    Integer seconds = spec == null ? null : spec.getLeaseDurationSeconds();
    return seconds == null ? terms.duration() : Duration.ofSeconds(seconds);
  }

  private Lease fresh() {
    return new LeaseBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .endMetadata()
        .withNewSpec()
        .withHolderIdentity(identity)
        .withLeaseDurationSeconds(seconds())
        .withAcquireTime(now())
        .withRenewTime(now())
        .withLeaseTransitions(0)
        .endSpec()
        .build();
  }

  /** At the version that was read: of two that take it at once one is refused. */
  private Lease renewed(Lease found, boolean changesHands) {
    LeaseSpec spec = found.getSpec() == null ? new LeaseSpec() : found.getSpec();
    int transitions = spec.getLeaseTransitions() == null ? 0 : spec.getLeaseTransitions();
    return new LeaseBuilder(found)
        .editOrNewSpec()
        .withHolderIdentity(identity)
        .withLeaseDurationSeconds(seconds())
        .withAcquireTime(changesHands ? now() : spec.getAcquireTime())
        .withRenewTime(now())
        .withLeaseTransitions(changesHands ? transitions + 1 : transitions)
        .endSpec()
        .build();
  }

  /** Lets another one lead at once, after an orderly end. */
  public synchronized void release() {
    if (!leads) {
      return;
    }
    leads = false;
    try {
      Lease found = client.leases().inNamespace(namespace).withName(name).get();
      if (found != null && identity.equals(found.getSpec().getHolderIdentity())) {
        client
            .leases()
            .inNamespace(namespace)
            .resource(new LeaseBuilder(found).editSpec().withHolderIdentity("").endSpec().build())
            .update();
      }
    } catch (KubernetesClientException e) {
      LOG.info("the lease {} could not be given back; it runs out by itself", name);
    }
  }

  private int seconds() {
    return (int) Math.max(1, Math.ceilDiv(terms.duration().toMillis(), 1_000));
  }

  private ZonedDateTime now() {
    return clock.instant().atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
  }
}
