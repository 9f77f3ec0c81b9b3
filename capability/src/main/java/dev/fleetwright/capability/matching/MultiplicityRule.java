package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.Multiplicity;
import dev.fleetwright.capability.kinds.RequiredCapability;

/** One provider may be a pool; many need pools. */
record MultiplicityRule() implements CompatibilityRule {

  @Override
  public String code() {
    return "multiplicity";
  }

  @Override
  public boolean concerns(RequiredCapability wanted) {
    return wanted.multiplicity() == Multiplicity.MANY;
  }

  @Override
  public boolean admits(Need need, Provision provision) {
    return need.multiplicity() == Multiplicity.ONE || provision.multiplicity() == Multiplicity.MANY;
  }

  @Override
  public String wanted(Need need) {
    return "multiplicity " + need.multiplicity();
  }

  @Override
  public String actual(Need need, Provision provision) {
    return "multiplicity " + provision.multiplicity();
  }

  @Override
  public String fix(Need need, Provision provision) {
    return "requiring multiplicity 1 in "
        + need.consumer()
        + ", or advertising many in "
        + provision.module()
        + ", would bind it";
  }
}
