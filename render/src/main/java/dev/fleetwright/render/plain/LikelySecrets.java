package dev.fleetwright.render.plain;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Texts that are secrets by the names of their fields. For documents that are too broken for their
 * schemas to say what is secret: better one word too many hidden than a password shown.
 */
public final class LikelySecrets {

  private static final Pattern NAME =
      Pattern.compile(
          "(?i).*(?:passw|passphrase|token|apikey|api_key|credential).*|secret|stringdata");

  private LikelySecrets() {}

  public static Set<String> in(@Nullable Object tree) {
    Set<String> found = new TreeSet<>();
    collect(tree, false, found, 0);
    return found;
  }

  private static void collect(
      @Nullable Object value, boolean secret, Set<String> found, int depth) {
    if (depth > 100) {
      return;
    }
    switch (value) {
      case Map<?, ?> map ->
          map.forEach((rawKey, child) -> {
            String key = String.valueOf(rawKey);
            boolean named = NAME.matcher(key).matches() && !key.endsWith("Name");
            boolean data = key.equals("secrets") && child instanceof Map;
            collect(child, secret || data || named, found, depth + 1);
          });
      case List<?> list -> list.forEach(item -> collect(item, secret, found, depth + 1));
      case String text when secret && !text.contains("${") && !text.equals("Opaque") ->
          found.add(text);
      case Number number when secret -> found.add(String.valueOf(number));
      case null, default -> {}
    }
  }
}
