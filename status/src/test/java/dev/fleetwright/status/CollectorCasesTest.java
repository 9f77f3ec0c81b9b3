package dev.fleetwright.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fleetwright.documents.Binder;
import dev.fleetwright.documents.Bound;
import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.status.kinds.CombinedResult;
import dev.fleetwright.status.kinds.StatusCollectorSpec;
import dev.fleetwright.status.kinds.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the case files. {@code expect} has {@code table} (columns and rows of plain values), {@code
 * result} (an entry of CombinedStatus.results as it is), {@code rowErrors}, {@code truncated},
 * {@code reporting}, or {@code problems} of a collector that does not compile.
 */
class CollectorCasesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TestFactory
  Stream<DynamicTest> cases() {
    return Cases.in("collectors").stream()
        .map(one -> DynamicTest.dynamicTest(one.name(), () -> run(one)));
  }

  private static void run(Cases.Case one) {
    String why = String.valueOf(one.why().plain());
    StatusCollectorSpec spec =
        bind(Cases.part(one.given(), "collector"), StatusCollectorSpec.class);
    Node name = one.given().child("name");
    Checked<Collector> compiled =
        Collector.compile(name == null ? "it" : String.valueOf(name.plain()), spec);
    Node problems = one.expect().child("problems");
    if (problems != null) {
      assertThat(found(compiled.problems(), problems)).as(why).isEqualTo(problems.plain());
      return;
    }
    assertThat(compiled.problems()).as(why).isEmpty();
    Node time = one.given().child("now");
    RowsDocument document = bind(one.given(), RowsDocument.class, "collector", "name", "now");
    Rows rows = document.table(time == null ? null : Instant.parse(String.valueOf(time.plain())));
    ResultTable table = ResultTable.combine(compiled.orThrow(), rows);
    check(one.expect(), table, why);
  }

  private static void check(Node expect, ResultTable table, String why) {
    CombinedResult result = table.result();
    boolean checked = false;
    Node wanted = expect.child("table");
    if (wanted != null) {
      checked = true;
      assertThat(plain(table)).as(why).isEqualTo(wanted.plain());
    }
    Node exact = expect.child("result");
    if (exact != null) {
      checked = true;
      assertThat(JSON.convertValue(result, new TypeReference<Map<String, Object>>() {}))
          .as(why)
          .isEqualTo(JSON.convertValue(exact.plain(), new TypeReference<Map<String, Object>>() {}));
    }
    for (String part : List.of("truncated", "reporting")) {
      Node node = expect.child(part);
      Object actual = part.equals("truncated") ? result.truncated() : result.reporting();
      if (node != null) {
        checked = true;
        assertThat(JSON.valueToTree(actual).toString())
            .as(why)
            .isEqualTo(JSON.valueToTree(node.plain()).toString());
      } else if (exact == null) {
        assertThat(actual).as(part).isNull();
      }
    }
    Node errors = expect.child("rowErrors");
    if (errors != null) {
      checked = true;
      List<Object> actual = new ArrayList<>();
      result
          .rowErrors()
          .forEach(error ->
              actual.add(Map.of("cluster", error.wec().clusterId(), "column", error.columnName())));
      assertThat(actual).as(why).isEqualTo(errors.plain());
    } else if (exact == null) {
      assertThat(result.rowErrors()).as(why).isEmpty();
    }
    assertThat(checked).as("the case expects something").isTrue();
  }

  /** The fields of the problems that the case names. */
  private static List<Map<String, Object>> found(List<Problem> problems, Node expected) {
    boolean withColumns = expected.at("[0].column") != null;
    List<Map<String, Object>> found = new ArrayList<>();
    for (Problem problem : problems) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("code", problem.code());
      fields.put("path", problem.path());
      var place = problem.place();
      if (withColumns && place != null) {
        fields.put("column", (long) place.column());
      }
      found.add(fields);
    }
    return found;
  }

  private static Map<String, Object> plain(ResultTable table) {
    List<List<Object>> rows = new ArrayList<>();
    for (List<Value> row : table.rows()) {
      List<Object> cells = new ArrayList<>();
      row.forEach(cell -> cells.add(plain(cell)));
      rows.add(cells);
    }
    Map<String, Object> plain = new LinkedHashMap<>();
    plain.put("columns", table.columnNames());
    plain.put("rows", rows);
    return plain;
  }

  @SuppressWarnings("NullAway")
  private static Object plain(Value value) {
    return switch (value.type()) {
      case STRING -> value.string();
      case NUMBER -> {
        String digits = String.valueOf(value.number());
        yield digits.matches("-?[0-9]{1,18}")
            ? (Object) Long.valueOf(digits)
            : Double.valueOf(digits);
      }
      case BOOL -> value.bool();
      case NULL -> null;
      case OBJECT -> value.object();
      case ARRAY -> value.array();
    };
  }

  static <T> T bind(Node node, Class<T> type, String... without) {
    Object plain = node.plain();
    if (without.length > 0 && plain instanceof Map<?, ?> map) {
      Map<Object, Object> rest = new LinkedHashMap<>(map);
      rest.keySet().removeAll(List.of(without));
      plain = rest;
    }
    Bound<T> bound = Binder.standard().bind(Node.of(plain), type);
    assertThat(bound.problems()).isEmpty();
    return bound.checked().orThrow();
  }
}
