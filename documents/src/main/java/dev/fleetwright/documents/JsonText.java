package dev.fleetwright.documents;

import dev.fleetwright.model.Problem;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * JSON, one value or several behind one another, as events of {@link TreeBuilder}s. JSON has its
 * own reader because YAML's rules about keys (their length, on which line their colon stands) do
 * not hold for it, and because values may follow one another without {@code ---}.
 */
final class JsonText {

  private static final Pattern NUMBER =
      Pattern.compile("-?+(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?+(?:[eE][-+]?+[0-9]++)?+");

  /** Why the text is no JSON. */
  record Mistake(int start, int end, String message, String nextStep) {
    Problem problem() {
      return new Problem("json-syntax", "", message, nextStep);
    }
  }

  private static final class NotJson extends RuntimeException {
    private final transient Mistake mistake;

    NotJson(Mistake mistake) {
      super(mistake.message, null, false, false);
      this.mistake = mistake;
    }
  }

  private final String text;
  private final int to;
  private int at;

  private JsonText(String text, int from, int to) {
    this.text = text;
    this.at = from;
    this.to = to;
  }

  static boolean looksLikeJson(String text, int from, int to) {
    JsonText json = new JsonText(text, from, to);
    json.skipSpace();
    return json.at < to && (json.peek() == '{' || json.peek() == '[');
  }

  /**
   * Reads all values. Each gets a builder of its own, made for the offset at which it begins; what
   * comes out goes to {@code roots}. Reading ends where no builder is given.
   *
   * @return the mistake that ended the reading; null when all was read or a builder stopped it
   */
  static @Nullable Mistake read(
      SourceText source,
      int from,
      int to,
      IntFunction<@Nullable TreeBuilder> builders,
      Consumer<Node> roots) {
    JsonText json = new JsonText(source.text(), from, to);
    try {
      json.skipSpace();
      while (json.at < to) {
        TreeBuilder builder = builders.apply(json.at);
        if (builder == null) {
          return null;
        }
        json.value(builder);
        Node root = builder.root();
        if (builder.stopped() || root == null) {
          return null;
        }
        roots.accept(root);
        json.skipSpace();
        if (json.at < to && json.peek() != '{' && json.peek() != '[') {
          throw json.mistake("text stands behind the end of the value", "remove it");
        }
      }
      return null;
    } catch (NotJson e) {
      return e.mistake;
    }
  }

  /** One value, without recursion: the stack holds the closing brackets that are due. */
  private void value(TreeBuilder builder) {
    Deque<Character> due = new ArrayDeque<>();
    Deque<Integer> opened = new ArrayDeque<>();
    boolean wantsValue = true;
    while (!builder.stopped() && (wantsValue || !due.isEmpty())) {
      skipSpace();
      if (wantsValue) {
        wantsValue = begin(builder, due, opened);
      } else {
        wantsValue = proceed(builder, due, opened);
      }
    }
  }

  /** Reads a scalar or an opening bracket; true when another value has to follow at once. */
  private boolean begin(TreeBuilder builder, Deque<Character> due, Deque<Integer> opened) {
    if (at >= to) {
      throw opened.isEmpty() ? mistake("a value is missing", "write one") : unclosed(due, opened);
    }
    int start = at;
    switch (peek()) {
      case '{' -> {
        builder.startMapping(start, null, null);
        return open('}', builder, due, opened);
      }
      case '[' -> {
        builder.startSequence(start, null, null);
        return open(']', builder, due, opened);
      }
      case '"' -> {
        String value = string();
        builder.scalar(value, ScalarStyle.DOUBLE_QUOTED, start, at, null, null);
      }
      default -> word(builder);
    }
    return false;
  }

  private boolean open(
      char close, TreeBuilder builder, Deque<Character> due, Deque<Integer> opened) {
    if (builder.stopped()) {
      return false;
    }
    due.push(close);
    opened.push(at++);
    skipSpace();
    if (at < to && peek() == close) {
      return false;
    }
    if (close == '}') {
      key(builder, due, opened);
    }
    return true;
  }

  /** Reads what follows a value inside brackets; true when it is a comma. */
  private boolean proceed(TreeBuilder builder, Deque<Character> due, Deque<Integer> opened) {
    if (at >= to) {
      throw unclosed(due, opened);
    }
    char close = due.element();
    if (peek() == close) {
      due.pop();
      opened.pop();
      builder.end(++at);
      return false;
    }
    if (peek() != ',') {
      throw mistake("a comma or " + close + " is missing before this", "put one there");
    }
    int comma = at++;
    skipSpace();
    if (at < to && peek() == close) {
      at = comma;
      throw mistake("a comma stands before the closing " + close, "remove the comma");
    }
    if (close == '}') {
      key(builder, due, opened);
    }
    return true;
  }

  private void key(TreeBuilder builder, Deque<Character> due, Deque<Integer> opened) {
    if (at >= to) {
      throw unclosed(due, opened);
    }
    if (peek() != '"') {
      throw mistake("a key in double quotes is missing here", "write keys as \"key\": value");
    }
    int start = at;
    String key = string();
    builder.scalar(key, ScalarStyle.DOUBLE_QUOTED, start, at, null, null);
    skipSpace();
    if (at >= to || peek() != ':') {
      throw mistake("a colon is missing behind the key " + Words.shown(key), "put one there");
    }
    at++;
  }

  private void word(TreeBuilder builder) {
    int start = at;
    while (at < to && isWord(peek())) {
      at++;
    }
    String word = text.substring(start, at);
    boolean known =
        word.equals("true")
            || word.equals("false")
            || word.equals("null")
            || NUMBER.matcher(word).matches();
    if (!known) {
      at = Math.max(at, start + 1);
      throw new NotJson(
          new Mistake(
              start,
              at,
              word.isEmpty() ? "a value is missing here" : Words.cut(word) + " is no JSON value",
              "write text in double quotes"));
    }
    builder.scalar(word, ScalarStyle.PLAIN, start, at, null, null);
  }

  private String string() {
    int open = at++;
    int plain = at;
    StringBuilder decoded = null;
    while (at < to) {
      char c = peek();
      if (c == '"') {
        String tail = text.substring(plain, at++);
        return decoded == null ? tail : decoded.append(tail).toString();
      }
      if (c < ' ') {
        break;
      }
      if (c == '\\') {
        decoded = decoded == null ? new StringBuilder() : decoded;
        decoded.append(text, plain, at);
        escape(decoded);
        plain = at;
      } else {
        at++;
      }
    }
    throw new NotJson(
        new Mistake(
            open,
            at,
            "the quote that opens here is not closed in its line",
            "close it; a line break inside text is written \\n"));
  }

  private void escape(StringBuilder decoded) {
    int start = at;
    char c = at + 1 < to ? text.charAt(at + 1) : ' ';
    at += 2;
    switch (c) {
      case '"', '\\', '/' -> decoded.append(c);
      case 'b' -> decoded.append('\b');
      case 'f' -> decoded.append('\f');
      case 'n' -> decoded.append('\n');
      case 'r' -> decoded.append('\r');
      case 't' -> decoded.append('\t');
      case 'u' -> {
        if (!isHex(at)) {
          at = start;
          throw mistake("four hexadecimal digits are missing behind \\u", "write e.g. \\u00e9");
        }
        decoded.append((char) Integer.parseInt(text, at, at + 4, 16));
        at += 4;
      }
      default -> {
        at = start;
        throw mistake("this escape is unknown to JSON", "write \\\\ for a backslash");
      }
    }
  }

  private boolean isHex(int from) {
    for (int i = from; i < from + 4; i++) {
      if (i >= to || text.charAt(i) > 'f' || Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '-' || c == '+' || c == '.' || c == '_';
  }

  private NotJson unclosed(Deque<Character> due, Deque<Integer> opened) {
    return new NotJson(
        new Mistake(
            opened.element(),
            opened.element() + 1,
            "the bracket that opens here is never closed",
            "close it with " + due.element()));
  }

  private NotJson mistake(String message, String nextStep) {
    return new NotJson(new Mistake(at, at + 1, message, nextStep));
  }

  private char peek() {
    return text.charAt(at);
  }

  private void skipSpace() {
    while (at < to && " \t\r\n".indexOf(peek()) >= 0) {
      at++;
    }
  }
}
