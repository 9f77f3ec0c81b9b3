package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;

/** Claims are bound at once: there is always enough storage. */
final class ClaimBehaviour implements Behaviour {
  @Override
  public String resource() {
    return "persistentvolumeclaims";
  }

  @Override
  public Next next(ObjectNode claim, Scene scene) {
    if (Statuses.isDeleting(claim) || Json.textOrEmpty(claim, "status", "phase").equals("Bound")) {
      return Next.NOTHING;
    }
    ObjectNode status = Json.object().put("phase", "Bound");
    status.set("accessModes", claim.path("spec").path("accessModes"));
    status.set("capacity", claim.path("spec").path("resources").path("requests"));
    return Next.status(status);
  }
}
