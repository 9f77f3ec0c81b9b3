package dev.fleetwright.cli.deploy;

import java.util.Set;

/** Rights that a hub or an agent needs at moments that a test cannot wait for, or elsewhere. */
final class Rare {

  static final Set<String> HUB =
      Set.of(
          // A server may ask for these before it takes an owner reference that blocks.
          "update game.platform/worldinstances/finalizers",
          "update control.kubestellar.io/bindingpolicies/finalizers",
          // Usually the garbage collector is faster.
          "delete control.kubestellar.io/bindings",
          // The same event again.
          "update events");

  static final Set<String> HUB_AT_HOME =
      Set.of(
          // A certificate that ends soon.
          "update secrets",
          // Outcomes that are older than a day.
          "delete swarm.fleetwright.dev/swarmrecords");

  static final Set<String> AGENT =
      Set.of(
          "delete swarm.fleetwright.dev/swarmrecords",
          // With definitions that make status a resource of its own.
          "patch control.kubestellar.io/workstatuses/status");

  private Rare() {}
}
