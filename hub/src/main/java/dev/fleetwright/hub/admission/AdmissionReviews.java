package dev.fleetwright.hub.admission;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Problem;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Answers an {@code AdmissionReview} of {@code admission.k8s.io/v1} with what {@link
 * SemanticChecks} says about its object: allowed with warnings, or refused as 422 with all
 * problems. A pure function of the review.
 */
public final class AdmissionReviews {

  private static final String API_VERSION = "admission.k8s.io/v1";
  private static final Set<String> WRITES = Set.of("CREATE", "UPDATE");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A body that is no review, with what is wrong with it. */
  public static final class NoReview extends Exception {
    private static final long serialVersionUID = 1;

    NoReview(String message) {
      super(message);
    }
  }

  private AdmissionReviews() {}

  /**
   * The answer to a review.
   *
   * @param body JSON in UTF-8
   */
  public static byte[] answer(byte[] body) throws NoReview {
    JsonNode request = request(body);
    String uid = request.path("uid").asText();
    ObjectNode response = JSON.createObjectNode().put("uid", uid);
    List<Problem> problems = isAbout(request) ? problems(request) : List.of();
    List<Problem> errors = problems.stream().filter(Problem::isError).toList();
    response.put("allowed", errors.isEmpty());
    if (!errors.isEmpty()) {
      response.set("status", refusal(request, errors));
    }
    ArrayNode warnings = JSON.createArrayNode();
    problems.stream()
        .filter(problem -> !problem.isError())
        .map(AdmissionReviews::line)
        .forEach(warnings::add);
    if (!warnings.isEmpty()) {
      response.set("warnings", warnings);
    }
    ObjectNode review = JSON.createObjectNode();
    review.put("apiVersion", API_VERSION).put("kind", "AdmissionReview").set("response", response);
    return bytes(review);
  }

  private static JsonNode request(byte[] body) throws NoReview {
    JsonNode review;
    try {
      review = JSON.readTree(body);
    } catch (java.io.IOException e) {
      throw new NoReview("the body is not JSON");
    }
    String version = review.path("apiVersion").asText();
    if (!review.path("kind").asText().equals("AdmissionReview") || !version.equals(API_VERSION)) {
      throw new NoReview("expected an AdmissionReview of " + API_VERSION);
    }
    JsonNode request = review.path("request");
    if (request.path("uid").asText().isEmpty()) {
      throw new NoReview("the review has no request with a uid");
    }
    return request;
  }

  /**
   * Only a write that can bring a mistake is looked at: not a delete, not a status, and no object
   * whose specification stays, so that what was stored before a check existed can still be labelled
   * and let go.
   */
  private static boolean isAbout(JsonNode request) {
    JsonNode object = request.path("object");
    JsonNode old = request.path("oldObject");
    return WRITES.contains(request.path("operation").asText())
        && request.path("subResource").asText().isEmpty()
        && object.isObject()
        && !(old.isObject()
            && (old.path("metadata").hasNonNull("deletionTimestamp")
                || old.path("spec").equals(object.path("spec"))));
  }

  private static List<Problem> problems(JsonNode request) {
    JsonNode object = request.path("object");
    return SemanticChecks.problems(
        object.path("apiVersion").asText(), object.path("kind").asText(), object.toString());
  }

  /** The Status that kubectl prints as a list of fields and what is wrong with each. */
  private static ObjectNode refusal(JsonNode request, List<Problem> errors) {
    String kind = request.path("kind").path("kind").asText();
    String group = request.path("kind").path("group").asText();
    String name = request.path("name").asText();
    String lines = errors.stream().map(AdmissionReviews::line).collect(Collectors.joining(", "));
    ObjectNode status = JSON.createObjectNode();
    status.put("status", "Failure").put("code", 422).put("reason", "Invalid");
    status.put(
        "message",
        "%s.%s \"%s\" is invalid: %s"
            .formatted(kind, group, name, errors.size() == 1 ? lines : "[" + lines + "]"));
    ObjectNode details = status.putObject("details");
    details.put("group", group).put("kind", kind).put("name", name);
    ArrayNode causes = details.putArray("causes");
    errors.forEach(problem ->
        causes
            .addObject()
            .put("reason", "FieldValueInvalid")
            .put("message", problem.inOneLine())
            .put("field", problem.path()));
    return status;
  }

  private static String line(Problem problem) {
    return problem.path().isEmpty()
        ? problem.inOneLine()
        : problem.path() + ": " + problem.inOneLine();
  }

  private static byte[] bytes(JsonNode node) {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of our own cannot be written", e);
    }
  }
}
