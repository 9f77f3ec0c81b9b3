package dev.fleetwright.status;

import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.ValueType;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.status.kinds.AggregatorType;
import dev.fleetwright.status.kinds.CombinedField;
import dev.fleetwright.status.kinds.NamedExpression;
import dev.fleetwright.status.kinds.StatusCollectorSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks a StatusCollector and compiles its expressions, and reports all mistakes together. */
final class CollectorCompiler {

  private final String name;
  private final StatusCollectorSpec spec;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<String, String> names = new HashMap<>();

  CollectorCompiler(String name, StatusCollectorSpec spec) {
    this.name = name;
    this.spec = spec;
  }

  Checked<Collector> compile() {
    checkForm();
    checkLimit();
    String filterSource = spec.filter();
    CelExpression filter =
        filterSource == null || filterSource.isBlank()
            ? null
            : expression("filter", filterSource, ValueType.BOOL).orElse(null);
    List<Column> keys = columns("groupBy", spec.groupBy());
    List<Aggregate> aggregates = aggregates();
    List<Column> selected = columns("select", spec.select());
    return problems.isEmpty()
        ? Checked.valid(new Collector(name, spec, filter, keys, aggregates, selected))
        : Checked.invalid(problems);
  }

  private void checkForm() {
    boolean selects = !spec.select().isEmpty();
    boolean combines = !spec.combinedFields().isEmpty();
    boolean groups = !spec.groupBy().isEmpty();
    if (selects && (combines || groups)) {
      problem(
          "mixed-forms",
          "select",
          "plain selection and aggregation exclude each other",
          "keep select, or keep "
              + (groups ? "groupBy and combinedFields" : "combinedFields")
              + "; a second StatusCollector can do the other");
    } else if (groups && !combines) {
      problem(
          "group-without-aggregation",
          "groupBy",
          "there is nothing to aggregate in the groups",
          "add combinedFields, such as {name: count, type: COUNT}");
    } else if (!selects && !combines) {
      problem(
          "nothing-asked-for",
          "",
          "the collector asks for nothing",
          "add select for plain rows, or combinedFields for aggregation");
    }
  }

  private void checkLimit() {
    Long limit = spec.limit();
    if (limit != null && limit < 1) {
      problem(
          "invalid-limit",
          "limit",
          "a limit of " + limit + " leaves no rows",
          "write a number from 1, or leave the limit out for 20");
    }
  }

  private List<Column> columns(String field, List<NamedExpression> expressions) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      NamedExpression named = expressions.get(i);
      String at = field + "[" + i + "]";
      checkName(at, named.name());
      expression(at + ".def", named.def(), ValueType.DYN)
          .ifPresent(expression -> columns.add(new Column(named.name(), expression)));
    }
    return columns;
  }

  private List<Aggregate> aggregates() {
    List<Aggregate> aggregates = new ArrayList<>();
    for (int i = 0; i < spec.combinedFields().size(); i++) {
      CombinedField field = spec.combinedFields().get(i);
      String at = "combinedFields[" + i + "]";
      checkName(at, field.name());
      String subject = field.subject();
      boolean given = subject != null && !subject.isBlank();
      if (field.type() == AggregatorType.COUNT) {
        if (given) {
          problem(
              "needless-subject",
              at + ".subject",
              "COUNT counts rows and has no subject",
              "remove the subject; to count some rows only, use a filter");
        }
        aggregates.add(new Aggregate(field.name(), field.type(), null));
      } else if (subject == null || !given) {
        problem(
            "missing-subject",
            at,
            field.type() + " needs a subject",
            "add an expression, such as subject: returned.status.availableReplicas");
      } else {
        expression(at + ".subject", subject, ValueType.DYN)
            .ifPresent(expression ->
                aggregates.add(new Aggregate(field.name(), field.type(), expression)));
      }
    }
    return aggregates;
  }

  private void checkName(String at, @Nullable String column) {
    if (column == null || column.isBlank()) {
      problem("missing-name", at + ".name", "the column has no name", "give it one");
      return;
    }
    String earlier = names.putIfAbsent(column, at);
    if (earlier != null) {
      problem(
          "duplicate-name",
          at + ".name",
          "the name \"" + column + "\" is given twice; the first is " + earlier,
          "rename one of the columns");
    }
  }

  private Optional<CelExpression> expression(String at, String source, ValueType type) {
    return switch (Queryable.ENVIRONMENT.compile(source, type)) {
      case Checked.Valid<CelExpression>(CelExpression expression) -> Optional.of(expression);
      case Checked.Invalid<CelExpression>(List<Problem> found) -> {
        found.forEach(problem -> problems.add(problem.withPath(at)));
        yield Optional.empty();
      }
    };
  }

  private void problem(String code, String path, String message, String nextStep) {
    problems.add(new Problem(code, path, message, nextStep));
  }
}
