package dev.fleetwright.cli.capability;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.Cycle;
import dev.fleetwright.capability.DesiredBinding;
import dev.fleetwright.capability.Outcome;
import dev.fleetwright.capability.Resolution;
import dev.fleetwright.capability.WorldEvent;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.matching.Candidate;
import dev.fleetwright.capability.matching.Hint;
import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.capability.matching.Rejection;
import dev.fleetwright.capability.matching.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The reasons as plain values, for other programs. */
final class WhyData {

  private WhyData() {}

  static List<Map<String, Object>> of(List<BindingPlan> plans, Hints fixes) {
    return plans.stream().map(plan -> world(plan, fixes)).toList();
  }

  private static Map<String, Object> world(BindingPlan plan, Hints fixes) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("world", plan.key().name());
    out.put("namespace", plan.key().namespace());
    out.put("game", plan.world().spec().gameRef().name());
    out.put("phase", plan.phase().toString());
    out.put("message", plan.message());
    out.put("conditions", plan.conditions().stream().map(WhyData::condition).toList());
    out.put("events", plan.events().stream().map(WhyData::event).toList());
    Resolution resolution = plan.resolution();
    List<Map<String, Object>> requirements = new ArrayList<>();
    if (resolution != null) {
      out.put("missingModules", resolution.missingRequired());
      out.put("missingOptionalModules", resolution.missingOptional());
      int next = 0;
      for (Outcome outcome : resolution.outcomes()) {
        int providers = outcome instanceof Outcome.Bound bound ? bound.providers().size() : 0;
        requirements.add(
            requirement(plan, outcome, fixes, plan.desired().subList(next, next + providers)));
        next += providers;
      }
    }
    out.put("requirements", requirements);
    out.put(
        "retained", plan.retained().stream().map(binding -> binding.metadata().name()).toList());
    out.put("stale", plan.stale().stream().map(binding -> binding.metadata().name()).toList());
    out.put("cycles", plan.cycles().stream().map(Cycle::path).toList());
    return out;
  }

  private static Map<String, Object> condition(Condition condition) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("type", condition.type());
    out.put("status", condition.status());
    out.put("reason", condition.reason());
    out.put("message", condition.message());
    return out;
  }

  private static Map<String, Object> event(WorldEvent event) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("type", event.type().toString());
    out.put("reason", event.reason());
    out.put("message", event.message());
    return out;
  }

  private static Map<String, Object> requirement(
      BindingPlan plan, Outcome outcome, Hints fixes, List<DesiredBinding> bindings) {
    Resolution resolution = Objects.requireNonNull(plan.resolution());
    Need need = outcome.need();
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("consumer", need.consumer());
    out.put("capabilityId", need.capabilityId());
    out.put("versionConstraint", need.wanted().versionConstraint());
    out.put("scope", need.scope().toString());
    out.put("multiplicity", need.multiplicity().toString());
    out.put("dependencyMode", need.wanted().dependencyMode().toString());
    out.put(
        "outcome",
        switch (outcome) {
          case Outcome.Bound _ -> "bound";
          case Outcome.Unresolved _ -> "unresolved";
          case Outcome.Broken _ -> "invalid";
        });
    if (!bindings.isEmpty()) {
      out.put("bindings", bindings.stream().map(WhyData::binding).toList());
    }
    if (!need.problems().isEmpty()) {
      out.put("problems", need.problems().stream().map(p -> p.message()).toList());
    }
    out.put("candidates", resolution.candidates(outcome).stream().map(WhyData::candidate).toList());
    if (outcome instanceof Outcome.Unresolved open) {
      out.put("nearest", hint(fixes.of(plan, open)));
    }
    return out;
  }

  private static Map<String, Object> binding(DesiredBinding binding) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", binding.name());
    out.put("provider", binding.provision().module());
    out.put("capabilityVersion", binding.provision().offered().version());
    out.put("action", binding.action().name().toLowerCase(Locale.ROOT));
    return out;
  }

  private static Map<String, Object> candidate(Candidate candidate) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("module", candidate.provision().module());
    out.put("version", candidate.provision().offered().version());
    out.put("scope", candidate.provision().scope().toString());
    out.put("multiplicity", candidate.provision().multiplicity().toString());
    switch (candidate.verdict()) {
      case Verdict.Chosen(boolean itself) -> {
        out.put("verdict", "chosen");
        if (itself) {
          out.put("itself", true);
        }
      }
      case Verdict.Beaten beaten -> {
        out.put("verdict", "beaten");
        out.put("by", beaten.winner());
        out.put("advantage", beaten.advantage().code());
        out.put("winnersValue", beaten.winnersValue());
        out.put("ownValue", beaten.ownValue());
      }
      case Verdict.Rejected(Rejection rejection) -> {
        out.put("verdict", "rejected");
        out.putAll(rejection(rejection));
      }
      case Verdict.NotJudged() -> out.put("verdict", "not-judged");
    }
    return out;
  }

  private static Map<String, Object> rejection(Rejection rejection) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("rule", rejection.rule());
    out.put("wanted", rejection.wanted());
    out.put("actual", rejection.actual());
    return out;
  }

  private static Map<String, Object> hint(Hint hint) {
    Map<String, Object> out = new LinkedHashMap<>();
    if (hint instanceof Hint.NearestMiss miss) {
      out.put("module", miss.provision().module());
      out.put("failed", miss.rejections().stream().map(WhyData::rejection).toList());
    }
    if (hint instanceof Hint.OtherName other) {
      out.put("similar", other.similar());
    }
    if (hint instanceof Hint.NotInGame outside) {
      out.put("module", outside.provision().module());
    }
    out.put("finding", hint.finding());
    out.put("fix", hint.fix());
    return out;
  }
}
