package dev.fleetwright.render;

import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.template.Template;
import dev.fleetwright.render.template.Variables;
import dev.fleetwright.render.transform.Provider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conditions of the module and the provider: before anything is made, and on what was made. */
final class Hooks {

  private final Module module;
  private final Provider provider;
  private final TransformerContext context;

  Hooks(Module module, Provider provider, TransformerContext context) {
    this.module = module;
    this.provider = provider;
    this.context = context;
  }

  List<Problem> before(List<FlatComponent> components) {
    List<Module.Hook> hooks = joined(module.hooks().pre(), provider.hooks().pre());
    Map<String, @Nullable Object> byName = new LinkedHashMap<>();
    if (!hooks.isEmpty()) {
      components.forEach(c -> byName.put(c.name(), c.asValue()));
    }
    return run(hooks, "components", byName);
  }

  List<Problem> after(List<RenderedObject> objects) {
    return run(
        joined(module.hooks().post(), provider.hooks().post()),
        "objects",
        objects.stream().map(RenderedObject::object).toList());
  }

  private static List<Module.Hook> joined(List<Module.Hook> a, List<Module.Hook> b) {
    List<Module.Hook> both = new ArrayList<>(a);
    both.addAll(b);
    return both;
  }

  private List<Problem> run(List<Module.Hook> hooks, String name, Object value) {
    List<Problem> problems = new ArrayList<>();
    if (hooks.isEmpty()) {
      return problems;
    }
    Map<String, @Nullable Object> bindings = new LinkedHashMap<>();
    bindings.put("context", context.asValue());
    bindings.put("values", context.values());
    bindings.put(name, value);
    Variables variables = Variables.of(bindings);
    for (Module.Hook hook : hooks) {
      int before = problems.size();
      Object held = Template.expression(hook.rule(), hook.node(), variables, problems);
      if (!Boolean.TRUE.equals(held) && problems.size() == before) {
        Node node = hook.node();
        Problem problem = new Problem("hook-failed", "", hook.message(), hook.nextStep());
        problems.add(node == null ? problem : problem.withPath(node.path()).at(node.place()));
      }
    }
    return problems;
  }
}
