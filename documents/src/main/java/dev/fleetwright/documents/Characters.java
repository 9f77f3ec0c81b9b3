package dev.fleetwright.documents;

import dev.fleetwright.model.Problem;

/** The characters that YAML and JSON texts may hold as they are. */
final class Characters {

  private Characters() {}

  /**
   * The source's text; characters that are not allowed are one problem at the first, and are
   * replaced so that the rest is still checked and no place moves.
   */
  static SourceText checked(Source source, Problems problems) {
    String text = source.text();
    int first = -1;
    int count = 0;
    char[] replaced = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isAllowed(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      if (replaced == null) {
        replaced = text.toCharArray();
        first = i;
      }
      replaced[i] = '\uFFFD';
      count++;
    }
    if (replaced == null) {
      return new SourceText(source);
    }
    SourceText checked = new SourceText(new Source(source.name(), new String(replaced)));
    problems.add(
        new Problem(
                "control-character",
                "",
                String.format("the character U+%04X is not allowed", (int) text.charAt(first))
                    + (count == 1 ? "" : ", and " + (count - 1) + " more such characters follow"),
                "remove it; inside double quotes it can be written as an escape such as \\u0007")
            .at(checked.place(first, first + 1)));
    return checked;
  }

  private static boolean isAllowed(char c) {
    return (c >= ' ' && c < 0x7F)
        || c == '\n'
        || c == '\t'
        || c == '\r'
        || c == 0x85
        || (c >= 0xA0 && !Character.isSurrogate(c) && c <= 0xFFFD);
  }
}
