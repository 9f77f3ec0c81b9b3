package dev.fleetwright.render.catalog;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fully qualified name of a definition or transformer: {@code
 * opm.dev/resources/workload@v1#Container}.
 *
 * @param path {@code opm.dev/resources/workload}
 * @param version {@code v1}
 * @param name {@code Container}
 */
public record Fqn(String path, String version, String name) {

  private static final Pattern API_VERSION =
      Pattern.compile("([a-z0-9.-]++(?:/[a-z0-9.-]++)++)@(v[0-9]{1,9})");
  private static final Pattern NAME = Pattern.compile("[A-Z][A-Za-z0-9]*+");

  /** What the three parts look like, for messages. */
  private static final String FORM = "opm.dev/resources/workload@v1#Container";

  public static Checked<Fqn> parse(String text) {
    int hash = text.indexOf('#');
    String left = hash < 0 ? text : text.substring(0, hash);
    String right = hash < 0 ? "" : text.substring(hash + 1);
    Matcher matcher = API_VERSION.matcher(left);
    if (hash >= 0 && matcher.matches() && NAME.matcher(right).matches()) {
      return Checked.valid(new Fqn(matcher.group(1), matcher.group(2), right));
    }
    String cause;
    if (hash < 0) {
      cause = "it has no #Name";
    } else if (!matcher.matches()) {
      cause = left.contains("@") ? "\"" + left + "\" is no domain/path@vN" : "it has no @vN";
    } else {
      cause = "the name behind # is not in PascalCase";
    }
    return Checked.invalid(
        new Problem(
            "invalid-fqn",
            "",
            "\"" + text + "\" is no fully qualified name: " + cause,
            "write it like " + FORM));
  }

  public static boolean isApiVersion(String text) {
    return API_VERSION.matcher(text).matches();
  }

  public String apiVersion() {
    return path + "@" + version;
  }

  @Override
  public String toString() {
    return path + "@" + version + "#" + name;
  }

  /**
   * What was probably meant by a name that nobody defines: the same in another version first, then
   * the same name elsewhere, then the nearest spelling.
   */
  public static Optional<String> nearest(String written, Collection<String> known) {
    if (parse(written) instanceof Checked.Valid<Fqn>(Fqn fqn)) {
      List<String> sameName = new ArrayList<>();
      for (String other : known) {
        if (parse(other) instanceof Checked.Valid<Fqn>(Fqn candidate)) {
          if (candidate.path.equals(fqn.path) && candidate.name.equals(fqn.name)) {
            return Optional.of(other);
          }
          if (candidate.name.equalsIgnoreCase(fqn.name)) {
            sameName.add(other);
          }
        }
      }
      if (!sameName.isEmpty()) {
        return sameName.stream().sorted().findFirst();
      }
    } else {
      Optional<String> byName =
          known.stream()
              .filter(other -> other.substring(other.indexOf('#') + 1).equalsIgnoreCase(written))
              .sorted()
              .findFirst();
      if (byName.isPresent()) {
        return byName;
      }
    }
    return Suggestion.nearest(written, known);
  }
}
