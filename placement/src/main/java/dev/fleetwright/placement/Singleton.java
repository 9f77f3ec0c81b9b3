package dev.fleetwright.placement;

import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Whether the status of an object is returned into the object itself.
 *
 * @param requested whether at least one policy or Binding that takes the object asks for it
 * @param qualified the clusters that such policies and Bindings send the object to
 */
public record Singleton(boolean requested, SortedSet<String> qualified) {

  /** The label that tells how many clusters qualify, while the return is requested. */
  public static final String EXECUTING_COUNT = "kubestellar.io/executing-count";

  public Singleton {
    qualified = Collections.unmodifiableSortedSet(new TreeSet<>(qualified));
    if (!requested && !qualified.isEmpty()) {
      throw new IllegalArgumentException("clusters qualify only where a return is requested");
    }
  }

  public static Singleton of(boolean requested, Collection<String> qualified) {
    return new Singleton(requested, new TreeSet<>(qualified));
  }

  /** The value of the label; empty when no such label may exist. */
  public Optional<String> executingCount() {
    return requested ? Optional.of(Integer.toString(qualified.size())) : Optional.empty();
  }

  /** The one cluster whose status is returned; empty unless exactly one qualifies. */
  public Optional<String> source() {
    return qualified.size() == 1 ? Optional.of(qualified.getFirst()) : Optional.empty();
  }
}
