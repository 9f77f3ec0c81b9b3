package dev.fleetwright.apiserver.service;

import dev.fleetwright.apiserver.error.Failure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A label selector as it stands in a query: equality and set-based requirements, all must hold. */
public record LabelSelector(List<Requirement> requirements) {
  /** Matches everything. */
  public static final LabelSelector ALL = new LabelSelector(List.of());

  private static final String KEY = "[-A-Za-z0-9_./]+";
  private static final Pattern PART =
      Pattern.compile(
          "\\s*(?:"
              + "(?<absent>!\\s*(?<absentKey>"
              + KEY
              + "))"
              + "|(?<setKey>"
              + KEY
              + ")\\s+(?<set>in|notin)\\s*\\((?<values>[^()]*)\\)"
              + "|(?<key>"
              + KEY
              + ")\\s*(?:(?<op>==|=|!=|>|<)\\s*(?<value>[-A-Za-z0-9_.]*))?"
              + ")\\s*");

  /** One condition on one label. */
  public sealed interface Requirement {
    /** Whether labels fulfil it. */
    boolean matches(Map<String, String> labels);

    /** The label has one of these values. */
    record In(String key, Set<String> values) implements Requirement {
      @Override
      public boolean matches(Map<String, String> labels) {
        String value = labels.get(key);
        return value != null && values.contains(value);
      }
    }

    /** The label is absent or has none of these values. */
    record NotIn(String key, Set<String> values) implements Requirement {
      @Override
      public boolean matches(Map<String, String> labels) {
        String value = labels.get(key);
        return value == null || !values.contains(value);
      }
    }

    /** The label is there, or is not. */
    record Exists(String key, boolean wanted) implements Requirement {
      @Override
      public boolean matches(Map<String, String> labels) {
        return labels.containsKey(key) == wanted;
      }
    }

    /** The label is a number on one side of this one. */
    record Compared(String key, long bound, boolean greater) implements Requirement {
      @Override
      public boolean matches(Map<String, String> labels) {
        String value = labels.get(key);
        if (value == null || !value.matches("-?\\d{1,18}")) {
          return false;
        }
        long number = Long.parseLong(value);
        return greater ? number > bound : number < bound;
      }
    }
  }

  /** Reads the text of a query; what is no selector is a bad request. */
  public static LabelSelector parse(String text) {
    if (text.isBlank()) {
      return ALL;
    }
    var requirements = new ArrayList<Requirement>();
    Matcher part = PART.matcher(text);
    int at = 0;
    while (true) {
      part.region(at, text.length());
      if (!part.lookingAt()) {
        throw invalid(text, at);
      }
      requirements.add(requirement(part, text));
      at = part.end();
      if (at == text.length()) {
        return new LabelSelector(List.copyOf(requirements));
      }
      if (text.charAt(at) != ',') {
        throw invalid(text, at);
      }
      at++;
    }
  }

  private static Requirement requirement(Matcher part, String text) {
    if (part.group("absent") != null) {
      return new Requirement.Exists(part.group("absentKey"), false);
    }
    String set = part.group("set");
    if (set != null) {
      Set<String> values = new LinkedHashSet<>();
      for (String value : part.group("values").split(",", -1)) {
        values.add(value.strip());
      }
      String key = part.group("setKey");
      return set.equals("in")
          ? new Requirement.In(key, values)
          : new Requirement.NotIn(key, values);
    }
    String key = part.group("key");
    String op = part.group("op");
    if (op == null) {
      return new Requirement.Exists(key, true);
    }
    String value = part.group("value");
    return switch (op) {
      case "=", "==" -> new Requirement.In(key, Set.of(value));
      case "!=" -> new Requirement.NotIn(key, Set.of(value));
      default -> {
        if (!value.matches("-?\\d{1,18}")) {
          throw Failure.badRequest(
              "unable to parse requirement: for '>' and '<' the value must be an integer in \""
                  + text
                  + "\"");
        }
        yield new Requirement.Compared(key, Long.parseLong(value), op.equals(">"));
      }
    };
  }

  private static Failure invalid(String text, int at) {
    return Failure.badRequest(
        "unable to parse the label selector \"" + text + "\" at character " + (at + 1));
  }

  public boolean isAll() {
    return requirements.isEmpty();
  }

  /** Whether labels fulfil all requirements. */
  public boolean matches(Map<String, String> labels) {
    for (Requirement requirement : requirements) {
      if (!requirement.matches(labels)) {
        return false;
      }
    }
    return true;
  }
}
