package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.RequiredCapability;

/** An entry whose own version or figures cannot be read is no candidate for anything. */
record SoundRule() implements CompatibilityRule {

  @Override
  public String code() {
    return "valid-provider";
  }

  @Override
  public boolean concerns(RequiredCapability wanted) {
    return true;
  }

  @Override
  public boolean admits(Need need, Provision provision) {
    return !provision.isBroken();
  }

  @Override
  public String wanted(Need need) {
    return "a valid entry in spec.provides";
  }

  @Override
  public String actual(Need need, Provision provision) {
    return provision.problems().getFirst().message();
  }

  @Override
  public String fix(Need need, Provision provision) {
    return "correct "
        + provision.problems().getFirst().path()
        + " of "
        + provision.module()
        + ", which is \""
        + provision.offered().version()
        + "\"";
  }
}
