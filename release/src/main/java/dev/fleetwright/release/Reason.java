package dev.fleetwright.release;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Why a rule removed a release. Times in it are absolute, so that a reason stays true until the
 * answer changes.
 *
 * @param code stable, in kebab case
 * @param params the values that the message is made of, by name
 * @param evidence the facts that were counted, one line each
 * @param actionRequired who has to do what; null when time alone can help
 */
public record Reason(
    String code,
    String message,
    Map<String, @Nullable Object> params,
    List<String> evidence,
    @Nullable String actionRequired) {

  public Reason {
    params = Collections.unmodifiableMap(new TreeMap<>(params));
    evidence = List.copyOf(evidence);
  }

  public static Reason of(String code, String message) {
    return new Reason(code, message, Map.of(), List.of(), null);
  }

  public Reason with(String name, @Nullable Object value) {
    Map<String, @Nullable Object> more = new TreeMap<>(params);
    more.put(name, value);
    return new Reason(code, message, more, evidence, actionRequired);
  }

  public Reason evidence(List<String> facts) {
    return new Reason(code, message, params, facts, actionRequired);
  }

  public Reason action(String who) {
    return new Reason(code, message, params, evidence, who);
  }
}
