package dev.fleetwright.release.rules;

/**
 * A number for a target and a release, the same on every machine and in every version: FNV-1a over
 * the characters, mixed so that near names do not stay near.
 */
final class StableHash {

  private StableHash() {}

  static long of(String target, String release) {
    long hash = 0xcbf29ce484222325L;
    hash = add(hash, target);
    hash = (hash ^ 0xffff) * 0x100000001b3L;
    hash = add(hash, release);
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }

  private static long add(long start, String text) {
    long hash = start;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }
}
