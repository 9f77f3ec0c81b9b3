package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.Nfr;
import dev.fleetwright.capability.kinds.Nfr.Amount;
import dev.fleetwright.capability.kinds.RequiredCapability;
import dev.fleetwright.capability.kinds.Strictness;
import org.jspecify.annotations.Nullable;

/** A hard latency rules out providers that state a higher one, or none. */
record LatencyRule() implements CompatibilityRule {

  @Override
  public String code() {
    return "latency";
  }

  @Override
  public boolean concerns(RequiredCapability wanted) {
    return isHard(p95(wanted.wishes()));
  }

  @Override
  public boolean admits(Need need, Provision provision) {
    Amount wanted = p95(need.wanted().wishes());
    if (wanted == null || !isHard(wanted)) {
      return true;
    }
    Amount stated = p95(provision.offered().promises());
    return stated != null && stated.value() <= wanted.value();
  }

  @Override
  public String wanted(Need need) {
    return "p95 latency of at most " + shown(p95(need.wanted().wishes()));
  }

  @Override
  public String actual(Need need, Provision provision) {
    Amount stated = p95(provision.offered().promises());
    return stated == null ? "no stated p95 latency" : "p95 latency of " + shown(stated);
  }

  @Override
  public String fix(Need need, Provision provision) {
    Amount stated = p95(provision.offered().promises());
    return stated == null
        ? "stating nfr.latency.p95Ms in " + provision.module() + " would let it be judged"
        : "allowing " + shown(stated) + " in " + need.consumer() + " would bind it";
  }

  private static @Nullable Amount p95(Nfr nfr) {
    return nfr.latency() == null ? null : nfr.latency().p95Ms();
  }

  private static String shown(@Nullable Amount amount) {
    return amount == null ? "any" : Figures.text(amount.value()) + " ms";
  }

  private static boolean isHard(@Nullable Amount wanted) {
    return wanted != null && wanted.constraint() == Strictness.HARD;
  }
}
