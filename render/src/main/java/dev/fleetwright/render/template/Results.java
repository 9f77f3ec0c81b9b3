package dev.fleetwright.render.template;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What expressions give as the plain values that objects are made of. */
final class Results {

  private Results() {}

  static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case Instant time -> time.toString();
      case Duration duration -> duration.toSeconds() + "s";
      case byte[] bytes -> Base64.getEncoder().encodeToString(bytes);
      case BigInteger big -> big.doubleValue();
      case List<?> list -> {
        List<@Nullable Object> copy = new ArrayList<>(list.size());
        list.forEach(item -> copy.add(plain(item)));
        yield copy;
      }
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> copy = LinkedHashMap.newLinkedHashMap(map.size());
        map.forEach((key, item) -> copy.put(String.valueOf(key), plain(item)));
        yield copy;
      }
      case null, default -> value;
    };
  }
}
