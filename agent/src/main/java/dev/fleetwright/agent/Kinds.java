package dev.fleetwright.agent;

import dev.fleetwright.agent.plan.ResourceType;

/** The kinds of the hub that the agent reads and writes. */
final class Kinds {

  static final ResourceType MANIFEST_WORK =
      new ResourceType(
          "work.open-cluster-management.io", "v1", "ManifestWork", "manifestworks", true);
  static final ResourceType WORK_STATUS =
      new ResourceType("control.kubestellar.io", "v1alpha1", "WorkStatus", "workstatuses", true);
  static final ResourceType SWARM_RECORD =
      new ResourceType("swarm.fleetwright.dev", "v1alpha1", "SwarmRecord", "swarmrecords", true);

  private Kinds() {}
}
