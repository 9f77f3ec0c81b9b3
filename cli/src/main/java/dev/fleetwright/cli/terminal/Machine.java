package dev.fleetwright.cli.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.representer.StandardRepresenter;

/**
 * Plain values (maps, lists, strings, numbers, booleans, null) as JSON or YAML text for other
 * programs.
 */
public final class Machine {

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .setDefaultPrettyPrinter(
              new DefaultPrettyPrinter()
                  .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                  .withArrayIndenter(new DefaultIndenter("  ", "\n")));

  private Machine() {}

  public static String json(@Nullable Object value) {
    try {
      return MAPPER.writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a plain value: " + value, e);
    }
  }

  /** The plain value that a JSON text stands for. */
  public static @Nullable Object fromJson(String json) {
    try {
      return MAPPER.readValue(json, Object.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + json, e);
    }
  }

  public static String yaml(@Nullable Object value) {
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setIndent(2)
            .setWidth(100)
            .build();
    return new Dump(settings, new Quoting(settings)).dumpToString(value);
  }

  /**
   * Quotes text that some reader, of YAML 1.1 or 1.2, takes for a boolean, a number or a time:
   * {@code status: 'True'} stays text.
   */
  private static final class Quoting extends StandardRepresenter {

    private static final Pattern AMBIGUOUS =
        Pattern.compile(
            "(?i:y|n|yes|no|on|off|true|false|null|~|=|<<)"
                + "|[-+]?(?:\\.(?i:inf|nan)|[0-9][0-9_:]*(?:\\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?"
                + "|\\.[0-9_]+(?:[eE][-+]?[0-9]+)?|0[xob][0-9a-fA-F_]+)"
                + "|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \\t].*)?");

    Quoting(DumpSettings settings) {
      super(settings);
    }

    @Override
    protected Node representScalar(Tag tag, String value, ScalarStyle style) {
      return super.representScalar(
          tag,
          value,
          tag.equals(Tag.STR) && AMBIGUOUS.matcher(value).matches()
              ? ScalarStyle.SINGLE_QUOTED
              : style);
    }
  }
}
