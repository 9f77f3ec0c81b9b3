package dev.fleetwright.placement.work;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Plain values as JSON with sorted keys: for sizes and digests, which must not depend on order. */
public final class CanonicalJson {

  private CanonicalJson() {}

  public static String of(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  /** Bytes in UTF-8. */
  public static int size(@Nullable Object value) {
    return of(value).getBytes(StandardCharsets.UTF_8).length;
  }

  /** The SHA-256 of the value, in hexadecimal digits. */
  public static String digest(@Nullable Object value) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(of(value).getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static void append(StringBuilder out, @Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case String text -> string(out, text);
      case Map<?, ?> map -> {
        TreeMap<String, @Nullable Object> sorted = new TreeMap<>();
        map.forEach((key, child) -> sorted.put(String.valueOf(key), child));
        String separator = "{";
        for (Map.Entry<String, @Nullable Object> entry : sorted.entrySet()) {
          out.append(separator);
          string(out, entry.getKey());
          out.append(':');
          append(out, entry.getValue());
          separator = ",";
        }
        out.append(sorted.isEmpty() ? "{}" : "}");
      }
      case List<?> list -> {
        String separator = "[";
        for (Object element : list) {
          out.append(separator);
          append(out, element);
          separator = ",";
        }
        out.append(list.isEmpty() ? "[]" : "]");
      }
      case Boolean flag -> out.append(flag.booleanValue());
      case Number number -> out.append(number);
      default -> string(out, value.toString());
    }
  }

  private static void string(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u00").append(HexFormat.of().toHexDigits((byte) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
