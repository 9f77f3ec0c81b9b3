package dev.fleetwright.render.transform;

import dev.fleetwright.documents.MappingNode;
import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Problem;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.module.HookReader;
import dev.fleetwright.render.module.Module.Hook;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.template.Template;
import dev.fleetwright.render.template.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A transformer in YAML and CEL: {@code let} names values, {@code validate} says what must hold,
 * {@code output} and {@code patch} are lists of templates. Expressions read {@code component}
 * (metadata, spec), {@code context}, {@code values}, {@code defaults} (by fully qualified name),
 * {@code objects} (made so far) and what {@code let} named before.
 */
final class DeclaredFunction implements TransformFunction {

  private final Node transform;
  private final boolean patches;
  private final List<Hook> rules;

  DeclaredFunction(Node transform, boolean patches) {
    this.transform = transform;
    this.patches = patches;
    this.rules = HookReader.rules(transform.child("validate"));
  }

  static Transformer.@Nullable Condition condition(@Nullable Node when) {
    if (when == null) {
      return null;
    }
    String text = String.valueOf(when.plain());
    return (component, context, problems) ->
        holds(text, when, Variables.of(bindings(component, context, Map.of())), problems);
  }

  private static boolean holds(
      String text, @Nullable Node node, Variables variables, List<Problem> problems) {
    int before = problems.size();
    Object result = Template.expression(text, node, variables, problems);
    if (!(result instanceof Boolean) && problems.size() == before) {
      problems.add(
          node == null
              ? new Problem("not-a-condition", "", "\"" + text + "\" is no condition", "")
              : node.problem(
                  "not-a-condition", "the expression must be true or false", "compare it"));
    }
    return Boolean.TRUE.equals(result);
  }

  private static Map<String, @Nullable Object> bindings(
      FlatComponent component, TransformerContext context, Map<String, ?> defaults) {
    Map<String, @Nullable Object> bindings = new LinkedHashMap<>();
    bindings.put("component", component.asValue());
    bindings.put("context", context.asValue());
    bindings.put("values", context.values());
    bindings.put("defaults", defaults);
    return bindings;
  }

  @Override
  public Outputs transform(TransformInput input) {
    List<Problem> problems = new ArrayList<>();
    Map<String, @Nullable Object> bindings =
        bindings(input.component(), input.context(), defaults(input.transformer()));
    bindings.put("objects", input.objects());
    Variables variables = Variables.of(bindings);
    if (transform.child("let") instanceof MappingNode let) {
      for (Map.Entry<String, Node> entry : let.children().entrySet()) {
        Object value = Template.evaluate(entry.getValue(), variables, problems);
        variables = variables.with(entry.getKey(), value);
      }
    }
    if (problems.isEmpty()) {
      for (Hook rule : rules) {
        check(rule, variables, problems);
      }
    }
    if (!problems.isEmpty()) {
      return Outputs.problems(problems);
    }
    List<Map<String, @Nullable Object>> output = list("output", variables, problems);
    List<Map<String, @Nullable Object>> patch = list("patch", variables, problems);
    return patches
        ? new Outputs(List.of(), join(output, patch), problems)
        : new Outputs(output, patch, problems);
  }

  private static void check(Hook rule, Variables variables, List<Problem> problems) {
    int before = problems.size();
    boolean held = holds(rule.rule(), rule.node(), variables, problems);
    if (!held && problems.size() == before) {
      String message =
          String.valueOf(Template.evaluate(Node.of(rule.message()), variables, new ArrayList<>()));
      problems.add(new Problem("transformer-validation", "", message, rule.nextStep()));
    }
  }

  private static Map<String, @Nullable Object> defaults(Transformer declaration) {
    Map<String, @Nullable Object> defaults = new LinkedHashMap<>();
    for (Transformer.Needs needs : List.of(declaration.required(), declaration.optional())) {
      needs.resources().forEach((fqn, d) -> defaults.put(fqn, d.defaults()));
      needs.traits().forEach((fqn, d) -> defaults.put(fqn, d.defaults()));
      needs.policies().forEach((fqn, d) -> defaults.put(fqn, d.defaults()));
    }
    return defaults;
  }

  private static <T> List<T> join(List<T> a, List<T> b) {
    List<T> both = new ArrayList<>(a);
    both.addAll(b);
    return both;
  }

  private List<Map<String, @Nullable Object>> list(
      String field, Variables variables, List<Problem> problems) {
    Node node = transform.child(field);
    if (node == null) {
      return List.of();
    }
    int before = problems.size();
    Object value = Template.evaluate(node, variables, problems);
    List<Map<String, @Nullable Object>> out = new ArrayList<>();
    if (problems.size() > before) {
      return out;
    }
    if (!(value instanceof List<?> list)) {
      problems.add(
          node.problem(
              "output-not-a-list",
              "the " + field + " of a transformer is a list, even of one object",
              "write - before the object"));
      return out;
    }
    for (Object item : list) {
      if (item instanceof Map<?, ?> map) {
        out.add(Fields.cast(map));
      } else {
        problems.add(
            node.problem(
                "output-not-an-object",
                "each entry of the " + field + " is a mapping",
                "write apiVersion, kind and metadata"));
      }
    }
    return out;
  }
}
