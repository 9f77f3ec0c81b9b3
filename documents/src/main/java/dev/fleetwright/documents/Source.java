package dev.fleetwright.documents;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * A text and the name under which problems speak of it.
 *
 * @param name the file as the user gave it, or {@code <stdin>}
 * @param text without a byte order mark, so that columns are what an editor shows
 */
public record Source(String name, String text) {

  public Source {
    if (text.startsWith("\uFEFF")) {
      text = text.substring(1);
    }
  }

  /** Decodes UTF-8; bytes that are none are a problem at the place of the first. */
  public static Checked<Source> decode(String name, byte[] bytes) {
    if (startsWith(bytes, 0xFF, 0xFE) || startsWith(bytes, 0xFE, 0xFF)) {
      return Checked.invalid(
          new Problem(
                  "not-utf-8",
                  "",
                  "the file is written in UTF-16",
                  "save it as UTF-8, e.g. iconv -f UTF-16 -t UTF-8")
              .at(new Place(name, 1, 1, 1, "")));
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    String text = out.flip().toString();
    if (!result.isError()) {
      return Checked.valid(new Source(name, text));
    }
    SourceText before = new SourceText(new Source(name, text + "\uFFFD"));
    int at = before.text().length() - 1;
    return Checked.invalid(
        new Problem(
                "not-utf-8",
                "",
                String.format("the byte 0x%02X is not UTF-8", bytes[in.position()] & 0xFF),
                "save the file as UTF-8; if it is no text file, leave it out")
            .at(before.place(at, at + 1)));
  }

  private static boolean startsWith(byte[] bytes, int first, int second) {
    return bytes.length >= 2 && (bytes[0] & 0xFF) == first && (bytes[1] & 0xFF) == second;
  }
}
