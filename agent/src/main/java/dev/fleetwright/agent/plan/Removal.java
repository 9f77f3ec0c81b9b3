package dev.fleetwright.agent.plan;

/** What becomes of an object that the work does not want any more. */
public sealed interface Removal {

  ObjectId id();

  /** What has a higher rank goes first. */
  default int rank() {
    return ApplyOrder.rank(id());
  }

  /** It goes; when the cluster does not know its kind, it is gone. */
  record Delete(ObjectId id, String version) implements Removal {}

  /** Another work wants it, and gets it as it is. */
  record HandOver(ObjectId id, String version, Work heir) implements Removal {}

  /** It stays and nobody's claim is on it any more. */
  record LetGo(ObjectId id) implements Removal {}
}
