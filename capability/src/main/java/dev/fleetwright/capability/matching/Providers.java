package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * All providers of one capability in one set of modules, by scope. Within a scope the one to be
 * chosen stands before those it beats, so that the first that passes the rules is the answer.
 */
final class Providers {

  static final Providers NONE = new Providers();

  /** Highest version first, then the smallest name; broken entries last. */
  static final Comparator<Provision> PREFERENCE = Providers::compare;

  private final Map<Scope, List<Provision>> byScope = new EnumMap<>(Scope.class);

  void add(Provision provision) {
    byScope.computeIfAbsent(provision.scope(), _ -> new ArrayList<>(4)).add(provision);
  }

  void sort() {
    byScope.values().forEach(list -> list.sort(PREFERENCE));
  }

  List<Provision> in(Scope scope) {
    return byScope.getOrDefault(scope, List.of());
  }

  /** Those in a scope first, then the others by scope. */
  List<Provision> all(Scope first) {
    List<Provision> all = new ArrayList<>(in(first));
    byScope.forEach((scope, list) -> {
      if (scope != first) {
        all.addAll(list);
      }
    });
    return all;
  }

  private static int compare(Provision a, Provision b) {
    if (a.version() == null || b.version() == null) {
      if (a.version() != null || b.version() != null) {
        return a.version() != null ? -1 : 1;
      }
    } else {
      int order = b.version().comparePrecedence(a.version());
      if (order != 0) {
        return order;
      }
    }
    int order = a.module().compareTo(b.module());
    if (order == 0) {
      order = b.offered().version().compareTo(a.offered().version());
    }
    if (order == 0) {
      order = a.multiplicity().compareTo(b.multiplicity());
    }
    return order != 0 ? order : sortedFeatures(a).compareTo(sortedFeatures(b));
  }

  private static String sortedFeatures(Provision provision) {
    return String.join(",", provision.features().stream().sorted().toList());
  }
}
