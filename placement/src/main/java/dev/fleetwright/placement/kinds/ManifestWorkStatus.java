package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a work at its cluster. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ManifestWorkStatus(
    @JsonPropertyDescription("Applied and Available, over all objects.") List<Condition> conditions,
    @JsonPropertyDescription("The objects one by one.") @Nullable ResourceStatus resourceStatus) {

  public ManifestWorkStatus {
    conditions = Copies.of(conditions);
  }

  /** The objects one by one. */
  public record ResourceStatus(
      @JsonPropertyDescription("In the order of the manifests.")
          List<ManifestCondition> manifests) {

    public ResourceStatus {
      manifests = Copies.of(manifests);
    }
  }

  /** What became of one object. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record ManifestCondition(
      @JsonPropertyDescription("Which object.") @Required ResourceMeta resourceMeta,
      @JsonPropertyDescription("Applied and Available.") List<Condition> conditions,
      @JsonPropertyDescription("Parts of its status.") @Nullable StatusFeedback statusFeedback) {

    public ManifestCondition {
      conditions = Copies.of(conditions);
    }
  }

  /** Names one object. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ResourceMeta(
      @JsonPropertyDescription("Its place among the manifests, from 0.")
          @JsonInclude(JsonInclude.Include.ALWAYS)
          int ordinal,
      @JsonPropertyDescription("The API group.") @Nullable String group,
      @JsonPropertyDescription("The API version.") @Nullable String version,
      @JsonPropertyDescription("The kind.") @Nullable String kind,
      @JsonPropertyDescription("The resource in plural.") @Nullable String resource,
      @JsonPropertyDescription("The name.") @Nullable String name,
      @JsonPropertyDescription("The namespace.") @Nullable String namespace) {}

  /** Parts of an object's status. */
  public record StatusFeedback(@JsonPropertyDescription("The parts.") List<FeedbackValue> values) {

    public StatusFeedback {
      values = Copies.of(values);
    }
  }

  /** One part. */
  public record FeedbackValue(
      @JsonPropertyDescription("Its name.") @Required String name,
      @JsonPropertyDescription("Its value.") @Required FieldValue fieldValue) {}

  /** A value; one of the fields is given, as the type says. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FieldValue(
      @JsonPropertyDescription("Integer, String, Boolean or JsonRaw.") @Required String type,
      @JsonPropertyDescription("A whole number.") @Nullable Long integer,
      @JsonPropertyDescription("A text.") @Nullable String string,
      @JsonPropertyDescription("True or false.") @JsonProperty("boolean") @Nullable Boolean bool,
      @JsonPropertyDescription("JSON as text.") @Nullable String jsonRaw) {}
}
