package dev.fleetwright.documents;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Record types with one of everything that binding knows. */
final class Sample {

  private Sample() {}

  enum Scope {
    @JsonProperty("world")
    WORLD,
    @JsonProperty("world-shard")
    WORLD_SHARD,
    @JsonProperty("session")
    SESSION
  }

  /** A text with a grammar: digits only, so that a problem has a column. */
  record Digits(String text) {
    static Checked<Digits> parse(String text) {
      for (int i = 0; i < text.length(); i++) {
        if (!Character.isDigit(text.charAt(i))) {
          int column = text.codePointCount(0, i) + 1;
          return Checked.invalid(
              new Problem("invalid-digits", "", "not a digit", "write digits")
                  .at(Place.inLine("<digits>", text, column, 1)));
        }
      }
      return Checked.valid(new Digits(text));
    }
  }

  record IntOrString(Object value) {
    static Checked<IntOrString> read(Node node) {
      Object plain = node.plain();
      return plain instanceof Long || plain instanceof String
          ? Checked.valid(new IntOrString(plain))
          : Checked.invalid(
              new Problem("wrong-type", "", "wanted a number or a string", "write one"));
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = TimeWindow.class, name = "TimeWindow"),
    @JsonSubTypes.Type(value = Cooldown.class, name = "VersionCooldown")
  })
  sealed interface Rule {}

  record TimeWindow(String timezone, List<String> days) implements Rule {}

  record Cooldown(int minutes) implements Rule {
    Cooldown {
      if (minutes < 0) {
        throw new IllegalArgumentException("minutes are not negative, and these are " + minutes);
      }
    }
  }

  record Module(
      String name,
      @Nullable Digits version,
      @JsonProperty(defaultValue = "true") boolean required) {}

  record Range(int from, int to) implements SelfChecking {
    @Override
    public List<Problem> check() {
      return from <= to
          ? List.of()
          : List.of(new Problem("range-reversed", "to", "ends before it begins", "swap them"));
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Open(@Nullable String known) {}

  record World(
      String name,
      @Nullable Scope scope,
      @JsonProperty(defaultValue = "3") int replicas,
      @Nullable Long big,
      @Nullable Double ratio,
      @Nullable BigDecimal price,
      @Nullable Instant createdAt,
      @JsonAlias("ts") @Nullable String stamp,
      List<Module> modules,
      Set<String> tags,
      Map<String, String> labels,
      Map<Scope, Integer> limits,
      List<Rule> rules,
      @Nullable Range range,
      @Nullable IntOrString port,
      @Nullable Open open,
      @JsonProperty("#defaults") @Nullable Object defaults,
      @Nullable Node raw) {}

  static final Binder BINDER =
      Binder.standard()
          .parsing(Digits.class, "digits", Digits::parse)
          .reading(IntOrString.class, IntOrString::read);

  record WorldObject(ObjectMeta metadata, WorldSpec spec) {
    record WorldSpec(String region, @Nullable String game) {}
  }

  record Release(ReleaseSpec spec) {
    record ReleaseSpec(String deployment) {}
  }

  record OpmModule(OpmMetadata metadata, Map<String, Object> components) {
    record OpmMetadata(String name, String version) {}
  }

  static final Kinds KINDS =
      Kinds.of(
          BINDER,
          List.of(
              Kind.of("game.platform/v1alpha1", "WorldInstance", WorldObject.class)
                  .named(NameRule.DNS_LABEL),
              Kind.of("release.fleetwright.dev/v1alpha1", "Release", Release.class),
              Kind.of("core.opm.dev/v1", "Module", OpmModule.class).named(NameRule.ANY)));
}
