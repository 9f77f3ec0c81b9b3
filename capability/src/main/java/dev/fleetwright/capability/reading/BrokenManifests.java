package dev.fleetwright.capability.reading;

import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.documents.Loaded;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.Problems;
import dev.fleetwright.documents.ScalarNode;
import dev.fleetwright.documents.SequenceNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.semver.Range;
import dev.fleetwright.semver.Version;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Ranges and versions in manifests that could not be read as such: a missing field in one place
 * must not hide a wrong range in another until the next run.
 */
final class BrokenManifests {

  private BrokenManifests() {}

  static void check(List<Node> roots, Loaded loaded, Problems problems) {
    Set<Node> read = Collections.newSetFromMap(new IdentityHashMap<>());
    loaded.objects().forEach(object -> read.add(object.document().root()));
    for (Node root : roots) {
      if (root.child("items") instanceof SequenceNode items) {
        items.items().forEach(item -> checkOne(item, read, problems));
      } else {
        checkOne(root, read, problems);
      }
    }
  }

  private static void checkOne(Node root, Set<Node> read, Problems problems) {
    if (!read.contains(root)
        && root.child("kind") instanceof ScalarNode kind
        && kind.text().equals(ModuleManifest.KIND)) {
      checkTexts(root.at("spec.requires"), "versionConstraint", Range::parse, problems);
      checkTexts(root.at("spec.provides"), "version", Version::parse, problems);
    }
  }

  private static void checkTexts(
      @Nullable Node list,
      String field,
      Function<String, ? extends Checked<?>> parser,
      Problems problems) {
    if (list instanceof SequenceNode items) {
      for (Node item : items.items()) {
        if (item.child(field) instanceof ScalarNode text && text.kind() == ScalarNode.Kind.STRING) {
          parser.apply(text.text()).problems().forEach(p -> problems.add(text.relocate(p)));
        }
      }
    }
  }
}
