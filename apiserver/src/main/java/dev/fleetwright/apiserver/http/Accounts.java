package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.access.Deed;
import dev.fleetwright.apiserver.audit.AuditLog;
import dev.fleetwright.apiserver.metrics.Metrics;
import dev.fleetwright.apiserver.service.Clusters;
import java.time.InstantSource;

/** Keeps account of requests: figures for monitoring, lines for the audit log. */
final class Accounts {
  private final Metrics metrics;
  private final AuditLog audit;
  private final Clusters clusters;
  private final InstantSource clock;

  Accounts(Metrics metrics, AuditLog audit, Clusters clusters, InstantSource clock) {
    this.metrics = metrics;
    this.audit = audit;
    this.clusters = clusters;
    this.clock = clock;
  }

  Metrics metrics() {
    return metrics;
  }

  /** A watch may last for hours, so its beginning is worth a line. */
  void begun(Exchange exchange) {
    if (exchange.deed() instanceof Deed.OnResource on && on.verb().equals("watch")) {
      audit.add(AuditLine.begun(exchange, clock.instant()));
    }
  }

  /**
   * @param nanos how long it took
   */
  void done(Exchange exchange, long nanos) {
    Deed deed = exchange.deed();
    int code = exchange.code();
    boolean watch = deed != null && deed.verb().equals("watch");
    switch (deed) {
      case Deed.OnResource on ->
          metrics.request(
              on.verb(),
              isServed(on) ? on.group() : "",
              isServed(on) ? on.resource() : "",
              isServed(on) && (on.part().equals("status") || on.part().equals("scale"))
                  ? on.part()
                  : "",
              code,
              watch ? -1 : nanos);
      case Deed.OnPath on -> metrics.request(on.verb(), "", "", "", code, nanos);
      case null -> metrics.request("get", "", "", "", code, nanos);
    }
    if (deed != null || code == 401) {
      audit.add(AuditLine.done(exchange, clock.instant(), nanos));
    }
  }

  /** Only what is served becomes a label: clients could ask for a million names. */
  private boolean isServed(Deed.OnResource on) {
    String resource = on.group().isEmpty() ? on.resource() : on.resource() + "." + on.group();
    return clusters.exists(on.cluster()) && clusters.of(on.cluster()).stored(resource) != null;
  }
}
