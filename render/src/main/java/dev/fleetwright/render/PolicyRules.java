package dev.fleetwright.render;

import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.catalog.Catalog;
import dev.fleetwright.render.catalog.Definition;
import dev.fleetwright.render.catalog.Definition.Mode;
import dev.fleetwright.render.catalog.Definition.OnViolation;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.module.Flattener;
import dev.fleetwright.render.template.Template;
import dev.fleetwright.render.template.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The conditions that policies themselves carry, looked at before anything is made. */
final class PolicyRules {

  private PolicyRules() {}

  static List<Problem> check(
      Flattener.Flat flat, Catalog catalog, BiFunction<FlatComponent, Problem, Problem> located) {
    List<Problem> problems = new ArrayList<>();
    for (FlatComponent component : flat.components()) {
      for (String fqn : component.policies()) {
        if (catalog.find(fqn) instanceof Definition.Policy policy
            && policy.enforcement().mode() != Mode.RUNTIME) {
          for (Definition.Rule rule : policy.rules()) {
            Problem problem = check(rule, policy, component, flat);
            if (problem != null) {
              problems.add(located.apply(component, problem));
            }
          }
        }
      }
    }
    return problems;
  }

  private static @Nullable Problem check(
      Definition.Rule rule,
      Definition.Policy policy,
      FlatComponent component,
      Flattener.Flat flat) {
    Map<String, @Nullable Object> bindings = new LinkedHashMap<>();
    bindings.put("component", component.asValue());
    bindings.put("context", flat.context().withNamespace(component.namespace()).asValue());
    bindings.put("values", flat.context().values());
    bindings.put("policy", component.spec().get(policy.spec().name()));
    Variables variables = Variables.of(bindings);
    List<Problem> failures = new ArrayList<>();
    Object held = Template.expression(rule.rule(), null, variables, failures);
    if (Boolean.TRUE.equals(held)) {
      return null;
    }
    if (!failures.isEmpty()) {
      Problem first = failures.getFirst();
      return new Problem(
          first.code(),
          "",
          "the rule of " + policy.fqn() + " failed: " + first.message(),
          first.nextStep());
    }
    Object message = Template.evaluate(Node.of(rule.message()), variables, failures);
    Problem violation =
        new Problem("policy-violation", "", message + " (" + policy.fqn() + ")", rule.nextStep());
    return policy.enforcement().onViolation() == OnViolation.BLOCK
        ? violation
        : violation.asWarning();
  }
}
