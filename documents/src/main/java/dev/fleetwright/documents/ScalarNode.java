package dev.fleetwright.documents;

import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A string, number, boolean or null. */
public final class ScalarNode extends Node {

  /** What a scalar is by the YAML 1.2 core schema. */
  public enum Kind {
    STRING,
    INTEGER,
    FLOAT,
    BOOLEAN,
    NULL
  }

  private final Kind kind;
  private final String text;
  private final @Nullable Object value;
  private final ScalarStyle style;

  ScalarNode(
      Path path,
      @Nullable Span span,
      Kind kind,
      String text,
      @Nullable Object value,
      ScalarStyle style) {
    super(path, span);
    this.kind = kind;
    this.text = text;
    this.value = value;
    this.style = style;
  }

  static ScalarNode ofPlain(Path path, Kind kind, String text, @Nullable Object value) {
    return new ScalarNode(path, null, kind, text, value, ScalarStyle.NONE);
  }

  public Kind kind() {
    return kind;
  }

  /** The string itself, or the number, boolean or null as it was written. */
  public String text() {
    return text;
  }

  /** String, Long, BigInteger (beyond a long), Double, Boolean or null. */
  public @Nullable Object value() {
    return value;
  }

  /** Like {@link #value()}; a number beyond a long becomes a Double, as Kubernetes reads it. */
  @Override
  public @Nullable Object plain() {
    return value instanceof BigInteger big ? (Object) big.doubleValue() : value;
  }

  @Override
  String described() {
    return switch (kind) {
      case STRING -> "the string " + Words.shown(text);
      case INTEGER, FLOAT -> "the number " + Words.cut(text);
      case BOOLEAN -> "the boolean " + text;
      case NULL -> text.isEmpty() ? "nothing" : "null";
    };
  }

  @Override
  ScalarNode copy(Path newPath, @Nullable Span newSpan) {
    return new ScalarNode(newPath, newSpan, kind, text, value, style);
  }

  /** The warning for a bare word that YAML 1.1 readers such as kubectl read as something else. */
  @Nullable Problem ambiguity() {
    return style == ScalarStyle.PLAIN ? Yaml11.ambiguity(this) : null;
  }

  /**
   * The place in the file of a part of the string, whatever the style it is written in.
   *
   * @param offset of the first char, in the value
   * @param length in chars
   */
  public @Nullable Place placeAt(int offset, int length) {
    if (span == null) {
      return null;
    }
    int[] offsets =
        ScalarLayout.offsets(span.source().text(), span.start(), span.end(), style, text);
    if (offsets.length == 0) {
      return span.place();
    }
    int from = Objects.checkIndex(Math.clamp(offset, 0, text.length()), offsets.length);
    int to = Math.clamp((long) from + Math.max(1, length), from, text.length());
    // The end is that of the last character, so that an escape there is underlined whole.
    return span.source().place(offsets[from], Math.max(offsets[from] + 1, offsets[to]));
  }

  /**
   * The place in the file of a part of the string that other code names by its own line and column.
   *
   * @param line in the value, from 1
   * @param column in the value, from 1, in code points
   * @param length in code points
   */
  public @Nullable Place placeOf(int line, int column, int length) {
    int lineStart = 0;
    for (int i = 1; i < line; i++) {
      int next = text.indexOf('\n', lineStart);
      if (next < 0) {
        break;
      }
      lineStart = next + 1;
    }
    int lineEnd = text.indexOf('\n', lineStart);
    if (lineEnd < 0) {
      lineEnd = text.length();
    }
    int from = advance(lineStart, column - 1, lineEnd);
    return placeAt(from, advance(from, length, lineEnd) - from);
  }

  private int advance(int from, int codePoints, int end) {
    int at = from;
    for (int i = 0; i < codePoints && at < end; i++) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }
}
