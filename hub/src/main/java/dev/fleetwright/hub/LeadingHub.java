package dev.fleetwright.hub;

import dev.fleetwright.hub.election.LeaseElection;
import dev.fleetwright.hub.election.LeaseTerms;
import dev.fleetwright.hub.metrics.HealthPort.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A hub that works while it leads and waits while another one does. Several may run; a Lease
 * decides. A hub that lost the lease writes nothing from then on, even in the middle of a
 * reconcile.
 */
public final class LeadingHub implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LeadingHub.class);
  private static final Duration SILENT = Duration.ofMinutes(2);

  private final HubConfig config;
  private final LeaseElection election;
  private final ScheduledExecutorService candidate =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("election").factory());
  private final ScheduledExecutorService leader =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("leading").factory());
  private final ReentrantLock lock = new ReentrantLock();
  private volatile long steppedAt = System.nanoTime();
  private volatile @Nullable Hub hub;
  private boolean closed;

  private LeadingHub(HubConfig config, LeaseElection election) {
    this.config = config.withFence(election);
    this.election = election;
  }

  /** Begins to ask for the lease, and returns at once. */
  public static LeadingHub start(HubConfig config, LeaseElection election, LeaseTerms terms) {
    LeadingHub hub = new LeadingHub(config, election);
    hub.config
        .metrics()
        .gauge("fleetwright_leader", "1 while this hub leads.", () -> hub.isLeading() ? 1 : 0);
    var _ =
        hub.candidate.scheduleWithFixedDelay(
            hub::step, 0, terms.retry().toMillis(), TimeUnit.MILLISECONDS);
    return hub;
  }

  private void step() {
    try {
      boolean leads = election.step();
      steppedAt = System.nanoTime();
      if (leads != (hub != null)) {
        leader.execute(this::follow);
      }
    } catch (RuntimeException e) {
      LOG.error("the election failed and is tried again", e);
    }
  }

  /** Starts or stops working, as the lease says now. */
  private void follow() {
    lock.lock();
    try {
      Hub running = hub;
      boolean leads = election.leads() && !closed;
      if (leads && running == null) {
        LOG.info("this hub leads and starts to work");
        hub = Hub.start(config);
      } else if (!leads && running != null) {
        LOG.info("this hub does not lead any more and stops to work");
        running.close();
        hub = null;
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("the hub could not be started and is tried again: {}", e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** Whether it leads and everything was read. */
  public boolean isLeading() {
    return hub != null && election.leads();
  }

  /** Alive as long as it asks for the lease. */
  public Answer alive() {
    boolean good = System.nanoTime() - steppedAt < SILENT.toNanos();
    return new Answer(good, good ? "ok" : "the election is stuck");
  }

  /** Ready when it works, or stands by and could begin to. */
  public Answer ready() {
    if (isLeading()) {
      return new Answer(true, "leads");
    }
    if (!election.isConnected()) {
      return new Answer(false, "the API server does not answer");
    }
    return election.leads()
        ? new Answer(false, "leads, and reads everything first")
        : new Answer(true, "stands by; the leader is " + election.holder());
  }

  /** Stops working and gives the lease back, so that the next one need not wait. */
  @Override
  public void close() {
    candidate.shutdownNow();
    lock.lock();
    try {
      closed = true;
      Hub running = hub;
      hub = null;
      if (running != null) {
        running.close();
      }
    } finally {
      lock.unlock();
    }
    leader.shutdown();
    election.release();
  }
}
