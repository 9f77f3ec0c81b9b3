package dev.fleetwright.cli.render;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.render.ComponentReport;
import dev.fleetwright.render.Provenance;
import dev.fleetwright.render.RenderedObject;
import dev.fleetwright.render.Rendering;
import dev.fleetwright.render.matching.Candidate;
import dev.fleetwright.render.matching.Score;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.plain.Json;
import dev.fleetwright.render.plain.Leaves;
import dev.fleetwright.render.plain.Redaction;
import dev.fleetwright.render.transform.Provider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Tells why a module became what it became. */
final class Why {

  private Why() {}

  static String text(
      Console console,
      Rendering rendering,
      Module module,
      Provider provider,
      TransformerContext context) {
    StringBuilder out = new StringBuilder();
    Redaction redaction = new Redaction(rendering.secrets());
    SortedMap<String, SortedMap<String, String>> sources =
        Provenance.trace(rendering, module, provider, context);
    for (ComponentReport report : rendering.reports()) {
      out.append(console.bold("component " + report.component().name()))
          .append(" on ")
          .append(provider.name())
          .append('\n');
      for (Candidate candidate : report.candidates()) {
        Score score = candidate.score();
        out.append(candidate.selected() ? console.green("  + chosen  ") : "  - skipped ")
            .append(candidate.transformer().fqn())
            .append('\n')
            .append("              ")
            .append(score == null ? "" : "score " + score + "; ")
            .append(candidate.reason())
            .append('\n');
      }
      for (RenderedObject object : rendering.objects()) {
        if (object.component().equals(report.component().name())) {
          out.append("  gives ")
              .append(object.identity())
              .append(" by ")
              .append(object.transformer());
          out.append(
              object.patchedBy().isEmpty()
                  ? "\n"
                  : ", patched by " + String.join(", ", object.patchedBy()) + "\n");
          lines(
              object,
              sources.getOrDefault(object.identity(), new java.util.TreeMap<>()),
              redaction,
              out);
        }
      }
    }
    return out.toString();
  }

  private static void lines(
      RenderedObject object,
      SortedMap<String, String> sources,
      Redaction redaction,
      StringBuilder out) {
    boolean secret = object.identity().startsWith("Secret ");
    Leaves.of(object.object())
        .forEach((path, value) -> {
          String shown = Json.compact(value);
          boolean hidden = secret && path.startsWith("data");
          out.append("      ")
              .append(path)
              .append(": ")
              .append(hidden ? "(secret)" : redaction.text(cut(shown)))
              .append("  <- ")
              .append(sources.getOrDefault(path, object.transformer()))
              .append('\n');
        });
  }

  private static String cut(String text) {
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }

  static String json(
      Rendering rendering, Module module, Provider provider, TransformerContext context) {
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("provider", provider.name());
    List<Object> components = new ArrayList<>();
    for (ComponentReport report : rendering.reports()) {
      Map<String, @Nullable Object> component = new LinkedHashMap<>();
      component.put("name", report.component().name());
      List<Object> candidates = new ArrayList<>();
      for (Candidate candidate : report.candidates()) {
        candidates.add(candidate(candidate));
      }
      component.put("candidates", candidates);
      component.put(
          "objects",
          rendering.objects().stream()
              .filter(o -> o.component().equals(report.component().name()))
              .map(RenderedObject::identity)
              .toList());
      components.add(component);
    }
    answer.put("components", components);
    answer.put("sources", Provenance.trace(rendering, module, provider, context));
    return Machine.json(answer);
  }

  private static Map<String, @Nullable Object> candidate(Candidate candidate) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    out.put("transformer", candidate.transformer().fqn());
    out.put("selected", candidate.selected());
    Score score = candidate.score();
    if (score != null) {
      Map<String, Integer> parts = new LinkedHashMap<>();
      parts.put("base", score.base());
      parts.put("optionalResources", score.resources());
      parts.put("optionalTraits", score.traits());
      parts.put("optionalPolicies", score.policies());
      parts.put("labels", score.labels());
      parts.put("priority", score.priority());
      parts.put("total", score.total());
      out.put("score", parts);
    }
    out.put("missing", candidate.missing());
    out.put("reason", candidate.reason());
    return out;
  }
}
