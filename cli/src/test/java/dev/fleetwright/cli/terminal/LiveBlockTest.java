package dev.fleetwright.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LiveBlockTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void onATerminalItIsDrawnInItsPlace() {
    LiveBlock block = block(true, 24);
    block.show("a\nb\n");
    block.show("a\nb\n");
    block.show("c\n");
    assertThat(printed()).isEqualTo("<J><?7l>a\nb\n<?7h>" + "<2A>\r<J><?7l>c\n<?7h>");
  }

  @Test
  void whatIsSaidStandsBelowUntilTheLinesAreShownAgain() {
    LiveBlock block = block(true, 24);
    block.show("a\n");
    block.say("the server is away");
    block.show("a\n");
    assertThat(printed())
        .isEqualTo(
            "<J><?7l>a\n<?7h>"
                + "<1A>\r<J><?7l>a\nthe server is away\n<?7h>"
                + "<2A>\r<J><?7l>a\n<?7h>");
    assertThat(err.size()).isZero();
  }

  @Test
  void noMoreIsDrawnThanTheTerminalHasLines() {
    LiveBlock block = block(true, 5);
    block.show("1\n2\n3\n4\n");
    block.show("1\n2\n3\n4\n5\n6\n");
    block.say("away");
    assertThat(printed())
        .isEqualTo(
            "<J><?7l>1\n2\n3\n4\n<?7h>"
                + "<4A>\r<J><?7l>1\n2\n3\n… 3 more lines\n<?7h>"
                + "<4A>\r<J><?7l>1\n2\n3\n… 4 more lines; away\n<?7h>");
  }

  @Test
  void inAPipeEachStateFollowsAndWhatIsSaidGoesToTheOtherStream() {
    LiveBlock block = block(false, 2);
    block.show("1\n2\n3\n");
    block.say("away");
    block.show("1\n2\n3\n");
    block.show("4\n");
    assertThat(printed()).isEqualTo("1\n2\n3\n\n4\n");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("away" + System.lineSeparator());
  }

  @Test
  void theSizeIsWhatSttySays() {
    assertThat(TerminalSize.parse("40 120\n")).isEqualTo(40);
    assertThat(TerminalSize.parse("0 0\n")).isZero();
    assertThat(TerminalSize.parse("")).isZero();
    assertThat(TerminalSize.parse("stty: not a tty")).isZero();
  }

  private LiveBlock block(boolean live, int height) {
    return new LiveBlock(
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            live),
        () -> height);
  }

  /** Each order to the terminal in angle brackets. */
  private String printed() {
    return out.toString(StandardCharsets.UTF_8).replaceAll("\u001b\\[([?0-9]*[A-Za-z])", "<$1>");
  }
}
