package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects on their way to one cluster. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ManifestWorkSpec(
    @JsonPropertyDescription("The objects.") @Nullable Workload workload,
    @JsonPropertyDescription("What happens to the objects when the work is deleted.")
        @Nullable DeleteOption deleteOption,
    @JsonPropertyDescription("How single objects are applied and reported.")
        List<ManifestConfig> manifestConfigs,
    @JsonPropertyDescription("As whom the objects are applied.") @Nullable Executor executor) {

  public ManifestWorkSpec {
    manifestConfigs = Copies.of(manifestConfigs);
  }

  public List<Map<String, Object>> manifests() {
    return workload == null ? List.of() : workload.manifests;
  }

  /** The objects of a work. */
  public record Workload(
      @JsonPropertyDescription("Whole objects.") @PreserveUnknownFields
          List<Map<String, Object>> manifests) {

    public Workload {
      manifests = Copies.ofObjects(manifests);
    }
  }

  /** What happens to the objects when the work is deleted. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record DeleteOption(
      @JsonPropertyDescription("Foreground, Orphan or SelectivelyOrphan.")
          @JsonProperty(defaultValue = "Foreground")
          @Nullable PropagationPolicy propagationPolicy,
      @JsonPropertyDescription("Which objects stay, for SelectivelyOrphan.")
          @Nullable SelectivelyOrphan selectivelyOrphans,
      @JsonPropertyDescription("Delete the work this long after its objects are complete.")
          @Nullable Long ttlSecondsAfterFinished) {}

  /** How deletion goes on. */
  public enum PropagationPolicy {
    @JsonProperty("Foreground")
    FOREGROUND,
    @JsonProperty("Orphan")
    ORPHAN,
    @JsonProperty("SelectivelyOrphan")
    SELECTIVELY_ORPHAN
  }

  /** Objects that stay when the work goes. */
  public record SelectivelyOrphan(
      @JsonPropertyDescription("The objects.") List<ResourceIdentifier> orphaningRules) {

    public SelectivelyOrphan {
      orphaningRules = Copies.of(orphaningRules);
    }
  }

  /** Names one object of the work. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ResourceIdentifier(
      @JsonPropertyDescription("The API group; empty is the core group.") @Nullable String group,
      @JsonPropertyDescription("The resource in plural.") @Required String resource,
      @JsonPropertyDescription("The namespace, where there is one.") @Nullable String namespace,
      @JsonPropertyDescription("The name.") @Required String name) {

    public ResourceIdentifier {
      group = group == null ? "" : group;
      namespace = namespace == null || namespace.isEmpty() ? null : namespace;
    }
  }

  /** How one object is applied and reported. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record ManifestConfig(
      @JsonPropertyDescription("Which object.") @Required ResourceIdentifier resourceIdentifier,
      @JsonPropertyDescription("How it is applied.") @Nullable UpdateStrategy updateStrategy,
      @JsonPropertyDescription("Which parts of its status are returned.")
          List<FeedbackRule> feedbackRules,
      @JsonPropertyDescription("Conditions of the object, computed at the cluster.")
          List<ConditionRule> conditionRules) {

    public ManifestConfig {
      feedbackRules = Copies.of(feedbackRules);
      conditionRules = Copies.of(conditionRules);
    }
  }

  /** How an object is applied. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record UpdateStrategy(
      @JsonPropertyDescription("Update, CreateOnly, ServerSideApply or ReadOnly.") @Required
          UpdateStrategyType type,
      @JsonPropertyDescription("Options of server-side apply.")
          @Nullable ServerSideApply serverSideApply) {}

  /** The ways to apply an object. */
  public enum UpdateStrategyType {
    @JsonProperty("Update")
    UPDATE,
    @JsonProperty("CreateOnly")
    CREATE_ONLY,
    @JsonProperty("ServerSideApply")
    SERVER_SIDE_APPLY,
    @JsonProperty("ReadOnly")
    READ_ONLY
  }

  /** Options of server-side apply. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record ServerSideApply(
      @JsonPropertyDescription("Take over fields of other managers.") @Nullable Boolean force,
      @JsonPropertyDescription("The name under which fields are owned.")
          @Nullable String fieldManager,
      @JsonPropertyDescription("Fields that are left to others.") List<IgnoreField> ignoreFields) {

    public ServerSideApply {
      ignoreFields = Copies.of(ignoreFields);
    }
  }

  /** Fields that are left to others. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record IgnoreField(
      @JsonPropertyDescription("OnSpokeChange or OnSpokePresent.") @Nullable String condition,
      @JsonPropertyDescription("JSON paths.") List<String> jsonPaths) {

    public IgnoreField {
      jsonPaths = Copies.of(jsonPaths);
    }
  }

  /** Which parts of an object's status are returned. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record FeedbackRule(
      @JsonPropertyDescription("WellKnownStatus or JSONPaths.") @Required String type,
      @JsonPropertyDescription("The parts, for JSONPaths.") List<JsonPath> jsonPaths) {

    public FeedbackRule {
      jsonPaths = Copies.of(jsonPaths);
    }
  }

  /** One part of a status. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record JsonPath(
      @JsonPropertyDescription("A name for it.") @Required String name,
      @JsonPropertyDescription("The API version that the path is of.") @Nullable String version,
      @JsonPropertyDescription("The path.") @Required String path) {}

  /** A condition of an object, computed at the cluster. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record ConditionRule(
      @JsonPropertyDescription("WellKnownConditions or CEL.") @Required String type,
      @JsonPropertyDescription("The condition's type.") @Nullable String condition,
      @JsonPropertyDescription("Expressions that must all hold.") List<String> celExpressions,
      @JsonPropertyDescription("A message.") @Nullable String message,
      @JsonPropertyDescription("An expression that gives a message.")
          @Nullable String messageExpression) {

    public ConditionRule {
      celExpressions = Copies.of(celExpressions);
    }
  }

  /** As whom objects are applied. */
  public record Executor(@JsonPropertyDescription("Who.") ExecutorSubject subject) {}

  /** Who applies objects. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ExecutorSubject(
      @JsonPropertyDescription("ServiceAccount.") String type,
      @JsonPropertyDescription("Which one.") @Nullable ServiceAccount serviceAccount) {}

  /** A service account of the cluster. */
  public record ServiceAccount(
      @JsonPropertyDescription("Its namespace.") String namespace,
      @JsonPropertyDescription("Its name.") String name) {}
}
