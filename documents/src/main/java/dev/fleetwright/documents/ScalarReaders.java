package dev.fleetwright.documents;

import dev.fleetwright.documents.ScalarNode.Kind;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The readers of single values. */
final class ScalarReaders {

  private ScalarReaders() {}

  private static void warn(ScalarNode scalar, Problems problems) {
    Problem ambiguity = scalar.ambiguity();
    if (ambiguity != null) {
      problems.add(ambiguity);
    }
  }

  /** Reads strings, and hands them on to be parsed. */
  abstract static class OfText extends ValueReader {

    abstract Object parse(ScalarNode node, String text, Problems problems);

    @Override
    final Object read(Node node, Problems problems) {
      if (!(node instanceof ScalarNode scalar)) {
        return wrongType(node, problems);
      }
      return switch (scalar.kind()) {
        case STRING -> {
          warn(scalar, problems);
          yield parse(scalar, scalar.text(), problems);
        }
        case NULL -> wrongType(node, "write a value, or remove the field", problems);
        case INTEGER, FLOAT, BOOLEAN -> wrongType(node, insteadOf(scalar.text()), problems);
      };
    }

    /** What to do about a number or boolean that should be text. */
    String insteadOf(String written) {
      return "write it in quotes: \"" + Words.cut(written) + "\"";
    }

    @Override
    boolean isText() {
      return true;
    }
  }

  static final ValueReader STRING =
      new OfText() {
        @Override
        Object parse(ScalarNode node, String text, Problems problems) {
          return text;
        }

        @Override
        String wanted() {
          return "a string";
        }
      };

  static final ValueReader BOOLEAN =
      new ValueReader() {
        @Override
        Object read(Node node, Problems problems) {
          if (node instanceof ScalarNode scalar) {
            if (scalar.value() instanceof Boolean bool) {
              return bool;
            }
            String text = scalar.text();
            if (scalar.kind() == Kind.STRING
                && (Yaml11.isBoolean(text)
                    || text.equalsIgnoreCase("true")
                    || text.equalsIgnoreCase("false"))) {
              boolean yes = "yYtT".indexOf(text.charAt(0)) >= 0 || text.equalsIgnoreCase("on");
              return wrongType(node, "write " + yes + " without quotes", problems);
            }
          }
          return wrongType(node, "write true or false", problems);
        }

        @Override
        String wanted() {
          return "a boolean";
        }
      };

  /** Whole numbers between two bounds, made into the wanted type. */
  static ValueReader integer(long least, long most, Function<Long, Object> make) {
    return new ValueReader() {
      @Override
      Object read(Node node, Problems problems) {
        if (!(node instanceof ScalarNode scalar) || scalar.kind() != Kind.INTEGER) {
          boolean quoted =
              node instanceof ScalarNode text
                  && text.kind() == Kind.STRING
                  && CoreSchema.resolve(text.text()).kind() == Kind.INTEGER;
          return wrongType(node, quoted ? "remove the quotes" : "", problems);
        }
        warn(scalar, problems);
        if (scalar.value() instanceof Long number && number >= least && number <= most) {
          return make.apply(number);
        }
        problems.error(() ->
            node.problem(
                "out-of-range",
                "the number "
                    + Words.cut(scalar.text())
                    + " is not between "
                    + least
                    + " and "
                    + most,
                "write a number in that range"));
        return FAILED;
      }

      @Override
      String wanted() {
        return "a whole number";
      }
    };
  }

  private abstract static class OfNumber extends ValueReader {

    abstract @Nullable Object make(ScalarNode scalar);

    @Override
    Object read(Node node, Problems problems) {
      if (!(node instanceof ScalarNode scalar)
          || (scalar.kind() != Kind.INTEGER && scalar.kind() != Kind.FLOAT)) {
        return wrongType(node, problems);
      }
      warn(scalar, problems);
      Object made = make(scalar);
      if (made == null) {
        FreeForm.reportNumber(scalar, problems);
        return FAILED;
      }
      return made;
    }

    @Override
    String wanted() {
      return "a number";
    }
  }

  static final ValueReader DOUBLE =
      new OfNumber() {
        @Override
        @Nullable Object make(ScalarNode scalar) {
          double number =
              switch (scalar.value()) {
                case Long n -> n.doubleValue();
                case BigInteger n -> n.doubleValue();
                case Double n -> n;
                case null, default -> Double.NaN;
              };
          return Double.isFinite(number) ? number : null;
        }
      };

  static final ValueReader DECIMAL =
      new OfNumber() {
        @Override
        @Nullable Object make(ScalarNode scalar) {
          if (scalar.value() instanceof Long n) {
            return BigDecimal.valueOf(n);
          }
          if (scalar.value() instanceof BigInteger n) {
            return new BigDecimal(n);
          }
          // A huge exponent is short to write and fills the memory when it is written out.
          boolean modest =
              scalar.text().length() <= 400
                  && scalar.value() instanceof Double n
                  && Double.isFinite(n);
          return modest ? decimal(scalar.text()) : null;
        }

        private @Nullable BigDecimal decimal(String text) {
          BigDecimal decimal = new BigDecimal(text);
          return Math.abs((long) decimal.scale()) <= 1_000 ? decimal : null;
        }
      };

  private static final Pattern RFC_3339 =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?"
              + "(?:[Zz]|[-+][0-9]{2}:[0-9]{2})");

  static final ValueReader INSTANT =
      new OfText() {
        @Override
        Object parse(ScalarNode node, String text, Problems problems) {
          if (RFC_3339.matcher(text).matches()) {
            try {
              return OffsetDateTime.parse(text.replace(' ', 'T')).toInstant();
            } catch (DateTimeException e) {
              // Not a day or hour of the calendar; reported like any other text.
            }
          }
          problems.error(() ->
              node.problem(
                  "invalid-value",
                  Words.shown(text) + " is no time",
                  "write it as 2026-03-01T10:00:00Z or 2026-03-01T12:00:00+02:00"));
          return FAILED;
        }

        @Override
        String wanted() {
          return "a time such as 2026-03-01T10:00:00Z";
        }
      };

  static ValueReader enumeration(Map<String, Object> constants) {
    Map<String, Object> known = new LinkedHashMap<>(constants);
    List<String> names = List.copyOf(known.keySet());
    return new OfText() {
      @Override
      Object parse(ScalarNode node, String text, Problems problems) {
        Object constant = known.get(text);
        if (constant != null) {
          return constant;
        }
        problems.error(() ->
            node.problem(
                "unknown-value",
                Words.shown(text) + " is not among the values of this field",
                Words.instead(text, names, "see the documentation of the field")));
        return FAILED;
      }

      @Override
      String insteadOf(String written) {
        return known.containsKey(written)
            ? super.insteadOf(written)
            : Words.instead(written, names, "see the documentation of the field");
      }

      @Override
      String wanted() {
        return names.size() <= 8 ? "one of " + String.join(", ", names) : "one of its values";
      }
    };
  }

  static <T> ValueReader text(String wanted, Function<String, Checked<T>> parser) {
    return new OfText() {
      @Override
      Object parse(ScalarNode node, String text, Problems problems) {
        return handOver(node, parser.apply(text), problems);
      }

      @Override
      String wanted() {
        return wanted;
      }
    };
  }

  static <T> ValueReader custom(String wanted, NodeReader<T> reader) {
    return new ValueReader() {
      @Override
      Object read(Node node, Problems problems) {
        return handOver(node, reader.read(node), problems);
      }

      @Override
      String wanted() {
        return wanted;
      }
    };
  }

  /** Takes a value, or moves its problems to the node. */
  static <T> Object handOver(Node node, Checked<T> checked, Problems problems) {
    return switch (checked) {
      case Checked.Valid<T>(T value) -> value;
      case Checked.Invalid<T>(List<Problem> found) -> {
        found.forEach(problem -> problems.add(node.relocate(problem)));
        yield ValueReader.FAILED;
      }
    };
  }
}
