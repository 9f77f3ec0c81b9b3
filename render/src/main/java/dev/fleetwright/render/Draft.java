package dev.fleetwright.render;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.transform.Transformer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An object while patches are still coming. */
final class Draft {

  final String identity;
  final FlatComponent component;
  final TransformerContext context;
  final Transformer owner;
  Map<String, @Nullable Object> object;

  /** Which transformer set or removed a field, for those that the owner did not. */
  final Map<String, String> setBy = new HashMap<>();

  Draft(
      String identity,
      FlatComponent component,
      TransformerContext context,
      Transformer owner,
      Map<String, @Nullable Object> object) {
    this.identity = identity;
    this.component = component;
    this.context = context;
    this.owner = owner;
    this.object = object;
  }

  List<String> patchedBy() {
    return new ArrayList<>(new TreeSet<>(setBy.values()));
  }
}
