package dev.fleetwright.hub.placement;

import dev.fleetwright.placement.kinds.BindingSpec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What policies want their Bindings to be. A Binding that says something else was changed by
 * somebody and is about to be put back, so nobody should act on it. For many threads.
 */
public final class PolicyWishes {

  private final Map<String, BindingSpec> wishes = new ConcurrentHashMap<>();

  /**
   * Takes in what a policy wants; to be called before the Binding is written.
   *
   * @param wish null when there is no such policy any more, or when it is not known what it wants
   * @return what it wanted before
   */
  @Nullable BindingSpec put(String policy, @Nullable BindingSpec wish) {
    return wish == null ? wishes.remove(policy) : wishes.put(policy, wish);
  }

  /** Until a policy was looked at, it wants the Binding that was found at the start. */
  public void assume(String policy, BindingSpec found) {
    wishes.putIfAbsent(policy, found);
  }

  /** Whether a Binding is not as its policy wants it. */
  public boolean isForeign(String name, @Nullable BindingSpec actual) {
    BindingSpec wish = wishes.get(name);
    return wish != null && actual != null && !isSame(wish, actual);
  }

  static boolean isSame(BindingSpec one, BindingSpec other) {
    return one.objects().equals(other.objects()) && one.destinations().equals(other.destinations());
  }
}
