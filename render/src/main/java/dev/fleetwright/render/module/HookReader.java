package dev.fleetwright.render.module;

import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.SequenceNode;
import dev.fleetwright.render.module.Module.Hook;
import dev.fleetwright.render.module.Module.Hooks;
import dev.fleetwright.render.plain.Fields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the {@code hooks} of modules and providers from documents that were checked before. */
public final class HookReader {

  private HookReader() {}

  public static Hooks read(@Nullable Node hooks) {
    return hooks == null
        ? Hooks.NONE
        : new Hooks(rules(hooks.child("pre")), rules(hooks.child("post")));
  }

  public static List<Hook> rules(@Nullable Node list) {
    List<Hook> rules = new ArrayList<>();
    if (list instanceof SequenceNode sequence) {
      for (Node item : sequence.items()) {
        Object plain = item.plain();
        rules.add(
            new Hook(
                Fields.text(plain, "rule", "true"),
                Fields.text(plain, "message", ""),
                Fields.text(plain, "nextStep", ""),
                item.child("rule")));
      }
    }
    return rules;
  }
}
