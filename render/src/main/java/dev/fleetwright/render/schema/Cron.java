package dev.fleetwright.render.schema;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The schedules that Kubernetes takes: five fields with ranges, lists and steps, or a macro. */
final class Cron {

  private static final Pattern MACRO =
      Pattern.compile("@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)");
  private static final Pattern PART =
      Pattern.compile("(\\*|\\?|[0-9A-Za-z]++)(?:-([0-9A-Za-z]++))?+(?:/([0-9]++))?+");
  private static final List<String> MONTHS =
      List.of(
          "", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

  private Cron() {}

  static boolean isValid(String text) {
    if (MACRO.matcher(text).matches()) {
      return true;
    }
    String[] fields = text.trim().split("\\s+", -1);
    return fields.length == 5
        && field(fields[0], 0, 59, List.of())
        && field(fields[1], 0, 23, List.of())
        && field(fields[2], 1, 31, List.of())
        && field(fields[3], 1, 12, MONTHS)
        && field(fields[4], 0, 6, DAYS);
  }

  private static boolean field(String field, int least, int most, List<String> names) {
    for (String part : field.split(",", -1)) {
      Matcher matcher = PART.matcher(part);
      if (!matcher.matches()) {
        return false;
      }
      String first = matcher.group(1);
      boolean any = first.equals("*") || first.equals("?");
      int from = any ? least : number(first, names);
      int to = matcher.group(2) == null ? from : number(matcher.group(2), names);
      boolean stepped = matcher.group(3) == null || number(matcher.group(3), List.of()) > 0;
      if (from < least
          || from > most
          || to < from
          || to > most
          || !stepped
          || (any && matcher.group(2) != null)) {
        return false;
      }
    }
    return true;
  }

  private static int number(String text, List<String> names) {
    if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return text.length() > 4 ? -1 : Integer.parseInt(text);
    }
    return names.indexOf(text.toLowerCase(Locale.ROOT));
  }
}
