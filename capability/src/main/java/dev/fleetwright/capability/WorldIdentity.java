package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.GamePlatform;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.OwnerReference;
import dev.fleetwright.capability.kinds.WorldInstance;
import org.jspecify.annotations.Nullable;

/**
 * What all bindings of a world have in common.
 *
 * @param uid null for a world that was read from a file
 */
record WorldIdentity(String namespace, LabelValue world, LabelValue game, @Nullable String uid) {

  static WorldIdentity of(WorldInstance world) {
    return new WorldIdentity(
        world.metadata().namespace(),
        LabelValue.of(world.metadata().name()),
        LabelValue.of(world.spec().gameRef().name()),
        world.metadata().uid());
  }

  OwnerReference asOwner() {
    return new OwnerReference(
        GamePlatform.API_VERSION, WorldInstance.KIND, world.whole(), uid, true, true);
  }

  /**
   * Whether an object belongs to this world. A reference to a world of the same name with another
   * UID is to one that was deleted before.
   */
  boolean owns(Metadata object) {
    if (!object.namespace().equals(namespace)) {
      return false;
    }
    for (OwnerReference owner : object.ownerReferences()) {
      if (owner.kind().equals(WorldInstance.KIND)
          && owner.apiVersion().startsWith(GamePlatform.GROUP + "/")
          && owner.name().equals(world.whole())
          && (owner.uid() == null || uid == null || owner.uid().equals(uid))) {
        return true;
      }
    }
    return false;
  }
}
