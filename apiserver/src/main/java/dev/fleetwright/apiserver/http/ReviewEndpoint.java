package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.access.Reviews;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.service.WriteOptions.FieldValidation;
import org.jspecify.annotations.Nullable;

/** Takes questions about rights over HTTP. They can be asked only, so there is but one verb. */
final class ReviewEndpoint {
  private final Reviews reviews;
  private final TokenEndpoint tokens;

  ReviewEndpoint(Reviews reviews, TokenEndpoint tokens) {
    this.reviews = reviews;
    this.tokens = tokens;
  }

  TokenEndpoint tokens() {
    return tokens;
  }

  /** The kind of question that a path is for, or null. */
  static Reviews.@Nullable Kind kindOf(ApiPath.Resource path) {
    for (Reviews.Kind kind : Reviews.KINDS) {
      if (kind.group().equals(path.group())
          && kind.version().equals(path.version())
          && kind.plural().equals(path.plural())) {
        return kind;
      }
    }
    return null;
  }

  void handle(Exchange exchange, ApiPath.Resource path, Reviews.Kind kind) {
    if (!path.name().isEmpty() || kind.namespaced() == path.namespace().isEmpty()) {
      throw Failure.noSuchPath();
    }
    if (!exchange.method().equals("POST")) {
      throw Failure.methodNotAllowed();
    }
    ObjectNode question = exchange.object(FieldValidation.IGNORE);
    exchange.json(
        201,
        reviews.answer(
            kind,
            exchange.path().cluster(),
            path.namespace(),
            question,
            exchange.caller(),
            tokens::review));
  }
}
