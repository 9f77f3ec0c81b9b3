package dev.fleetwright.documents;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** One YAML document, parsed by snakeyaml-engine into the events of a {@link TreeBuilder}. */
final class YamlText {

  private static final int LONG = 4_096;

  /** Settings are costly to make, and the default buffer costs more than most documents. */
  private static final LoadSettings FOR_SHORT = settings(512);

  private static final LoadSettings FOR_LONG = settings(16_384);

  private final SourceText source;
  private final int from;
  private final int to;

  /** The parser counts code points from the part's start; these two move along together. */
  private int cursorCodePoint;

  private int cursorOffset;

  private YamlText(SourceText source, int from, int to) {
    this.source = source;
    this.from = from;
    this.to = to;
    this.cursorOffset = from;
  }

  private static LoadSettings settings(int buffer) {
    return LoadSettings.builder()
        .setCodePointLimit(Integer.MAX_VALUE)
        .setBufferSize(buffer)
        .build();
  }

  /** Feeds the builder; the root goes to {@code roots} when the text is sound to its end. */
  static void read(SourceText source, int from, int to, TreeBuilder builder, Consumer<Node> roots) {
    new YamlText(source, from, to).read(builder, roots);
  }

  private void read(TreeBuilder builder, Consumer<Node> roots) {
    LoadSettings settings = to - from < LONG ? FOR_SHORT : FOR_LONG;
    List<Node> found = new ArrayList<>();
    try {
      Iterator<Event> events =
          new Parse(settings).parseString(source.text().substring(from, to)).iterator();
      while (!builder.stopped() && events.hasNext()) {
        Event event = events.next();
        accept(event, builder);
        Node root = builder.root();
        if (event instanceof DocumentEndEvent && root != null && !builder.stopped()) {
          found.add(root);
        }
      }
      found.forEach(roots);
    } catch (MarkedYamlEngineException e) {
      int problem = e.getProblemMark().map(this::offset).orElse(from);
      int context = e.getContextMark().map(this::offset).orElse(problem);
      YamlMistake mistake = YamlMistake.of(e, source.text(), problem, context, to);
      builder.report(mistake.start(), mistake.end(), mistake::problem);
    } catch (RuntimeException e) {
      // Input that the parser did not foresee; the user needs the file's name more than a trace.
      YamlMistake mistake = YamlMistake.unreadable(from, e);
      builder.report(mistake.start(), mistake.end(), mistake::problem);
    }
  }

  private void accept(Event event, TreeBuilder builder) {
    int start = event.getStartMark().map(this::offset).orElse(from);
    switch (event) {
      case ScalarEvent scalar -> {
        int end = event.getEndMark().map(this::offset).orElse(start);
        String tag = scalar.getTag().orElse(null);
        int content =
            tag == null && scalar.getAnchor().isEmpty() ? start : afterProperties(start, end);
        builder.scalar(scalar.getValue(), style(scalar), content, end, anchor(scalar), tag);
      }
      case MappingStartEvent mapping ->
          builder.startMapping(
              afterProperties(start, to), anchor(mapping), mapping.getTag().orElse(null));
      case SequenceStartEvent sequence ->
          builder.startSequence(
              afterProperties(start, to), anchor(sequence), sequence.getTag().orElse(null));
      case CollectionEndEvent _ -> builder.end(event.getEndMark().map(this::offset).orElse(start));
      case AliasEvent alias ->
          builder.alias(
              alias.getAlias().getValue(),
              start,
              event.getEndMark().map(this::offset).orElse(start));
      default -> {}
    }
  }

  private static ScalarStyle style(ScalarEvent event) {
    return switch (event.getScalarStyle()) {
      case PLAIN -> ScalarStyle.PLAIN;
      case SINGLE_QUOTED -> ScalarStyle.SINGLE_QUOTED;
      case DOUBLE_QUOTED -> ScalarStyle.DOUBLE_QUOTED;
      case LITERAL -> ScalarStyle.LITERAL;
      case FOLDED -> ScalarStyle.FOLDED;
      case JSON_SCALAR_STYLE -> ScalarStyle.NONE;
    };
  }

  private static @Nullable String anchor(NodeEvent event) {
    Optional<Anchor> anchor = event.getAnchor();
    return anchor.map(Anchor::getValue).orElse(null);
  }

  /** A value's event begins at its anchor or tag; the value itself begins behind them. */
  private int afterProperties(int start, int end) {
    String text = source.text();
    int i = start;
    while (i < end) {
      char c = text.charAt(i);
      if (c == '&' || c == '!') {
        while (i < end && !isSpace(text.charAt(i))) {
          i++;
        }
      } else if (c == '#') {
        while (i < end && text.charAt(i) != '\n' && text.charAt(i) != '\r') {
          i++;
        }
      } else if (isSpace(c)) {
        i++;
      } else {
        return i;
      }
    }
    return end;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private int offset(Mark mark) {
    if (source.allBasic()) {
      return Math.min(from + mark.getIndex(), to);
    }
    int wanted = mark.getIndex();
    String text = source.text();
    while (cursorCodePoint < wanted && cursorOffset < to) {
      cursorOffset += Character.charCount(text.codePointAt(cursorOffset));
      cursorCodePoint++;
    }
    while (cursorCodePoint > wanted && cursorOffset > from) {
      cursorOffset -= Character.charCount(text.codePointBefore(cursorOffset));
      cursorCodePoint--;
    }
    return cursorOffset;
  }
}
