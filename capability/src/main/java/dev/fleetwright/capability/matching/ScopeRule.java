package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.RequiredCapability;

/** Scopes match when they are equal; a wider scope does not contain a narrower one. */
record ScopeRule() implements CompatibilityRule {

  @Override
  public String code() {
    return "scope";
  }

  @Override
  public boolean concerns(RequiredCapability wanted) {
    return true;
  }

  @Override
  public boolean admits(Need need, Provision provision) {
    return need.scope() == provision.scope();
  }

  @Override
  public String wanted(Need need) {
    return "scope " + need.scope();
  }

  @Override
  public String actual(Need need, Provision provision) {
    return "scope " + provision.scope();
  }

  @Override
  public String fix(Need need, Provision provision) {
    return "requiring scope "
        + provision.scope()
        + " in "
        + need.consumer()
        + ", or providing scope "
        + need.scope()
        + " in "
        + provision.module()
        + ", would bind it";
  }
}
