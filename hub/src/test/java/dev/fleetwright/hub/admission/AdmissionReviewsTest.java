package dev.fleetwright.hub.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionReviewsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String GOOD =
      "{'select':[{'name':'a','def':'returned.status.x'}],'limit':3}";
  private static final String BAD =
      "{'select':[{'name':'a','def':'returned.status.'},{'name':'b','def':')'}],'limit':3}";

  private static String collector(String spec, String metadata) {
    return "{'apiVersion':'control.kubestellar.io/v1alpha1','kind':'StatusCollector',"
        + "'metadata':{'name':'c'"
        + metadata
        + "},'spec':"
        + spec
        + "}";
  }

  private static JsonNode answer(String request) throws Exception {
    String review =
        "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'u1',"
            + "'name':'c','kind':{'group':'control.kubestellar.io','version':'v1alpha1',"
            + "'kind':'StatusCollector'},"
            + request
            + "}}";
    JsonNode answer =
        JSON.readTree(
            AdmissionReviews.answer(review.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    assertThat(answer.path("apiVersion").asText()).isEqualTo("admission.k8s.io/v1");
    assertThat(answer.path("kind").asText()).isEqualTo("AdmissionReview");
    assertThat(answer.at("/response/uid").asText()).isEqualTo("u1");
    return answer.path("response");
  }

  @Test
  void aMistakeIsRefusedWithEveryProblem() throws Exception {
    JsonNode response = answer("'operation':'CREATE','object':" + collector(BAD, ""));
    assertThat(response.path("allowed").asBoolean()).isFalse();
    assertThat(response.at("/status/code").asInt()).isEqualTo(422);
    assertThat(response.at("/status/reason").asText()).isEqualTo("Invalid");
    assertThat(response.at("/status/message").asText())
        .startsWith("StatusCollector.control.kubestellar.io \"c\" is invalid: [spec.select[0].def")
        .contains("spec.select[1].def");
    assertThat(response.at("/status/details/name").asText()).isEqualTo("c");
    assertThat(response.at("/status/details/causes").findValuesAsText("field"))
        .containsExactly("spec.select[0].def", "spec.select[1].def");
  }

  @Test
  void whatIsRightPasses() throws Exception {
    JsonNode response = answer("'operation':'CREATE','object':" + collector(GOOD, ""));
    assertThat(response.path("allowed").asBoolean()).isTrue();
    assertThat(response.has("status")).isFalse();
  }

  @Test
  void anUpdateIsAskedAboutOnlyWhenItsSpecificationChanges() throws Exception {
    String labelled = collector(BAD, ",'labels':{'a':'b'}");
    assertThat(
            answer(
                    "'operation':'UPDATE','object':%s,'oldObject':%s"
                        .formatted(labelled, collector(BAD, "")))
                .path("allowed")
                .asBoolean())
        .isTrue();
    assertThat(
            answer(
                    "'operation':'UPDATE','object':%s,'oldObject':%s"
                        .formatted(labelled, collector(GOOD, "")))
                .path("allowed")
                .asBoolean())
        .isFalse();
  }

  @Test
  void whatGoesMayGo() throws Exception {
    String going = collector(GOOD, ",'deletionTimestamp':'2024-01-01T00:00:00Z'");
    for (String request :
        new String[] {
          "'operation':'DELETE','object':null,'oldObject':" + collector(BAD, ""),
          "'operation':'UPDATE','object':%s,'oldObject':%s".formatted(collector(BAD, ""), going),
          "'operation':'UPDATE','subResource':'status','object':" + collector(BAD, ""),
          "'operation':'CONNECT','object':" + collector(BAD, ""),
        }) {
      assertThat(answer(request).path("allowed").asBoolean()).as(request).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "[]",
        "null",
        "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1beta1\"}",
        "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\"}",
        "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":[]}",
      })
  void whatIsNoReviewIsSaidToBeNone(String body) {
    assertThatThrownBy(() -> AdmissionReviews.answer(body.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(AdmissionReviews.NoReview.class);
  }

  @Test
  void deepNestingIsNoReview() {
    String deep = "[".repeat(100_000);
    assertThatThrownBy(() -> AdmissionReviews.answer(deep.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(AdmissionReviews.NoReview.class);
  }
}
