package dev.fleetwright.apiserver.error;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A refused request: the HTTP code and the Status object that the client gets. Thrown without a
 * stack trace, since it reports the client's state and not a fault of the server.
 */
public final class Failure extends RuntimeException {
  private final int code;
  private final String reason;
  private final @Nullable Target target;
  private final List<Cause> causes;
  private final @Nullable String freshContinue;
  private final int retryAfterSeconds;

  /** The object that a failure speaks of. */
  public record Target(String name, String group, String kind, @Nullable String uid) {
    /** The object or collection without uid. */
    public static Target of(String name, String group, String kind) {
      return new Target(name, group, kind, null);
    }

    private String qualified() {
      return group.isEmpty() ? kind : kind + "." + group;
    }
  }

  private Failure(
      int code,
      String reason,
      String message,
      @Nullable Target target,
      List<Cause> causes,
      @Nullable String freshContinue,
      int retryAfterSeconds) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
    this.target = target;
    this.causes = List.copyOf(causes);
    this.freshContinue = freshContinue;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  private static Failure of(
      int code, String reason, String message, @Nullable Target target, List<Cause> causes) {
    return new Failure(code, reason, message, target, causes, null, 0);
  }

  /** 400: the request makes no sense. */
  public static Failure badRequest(String message) {
    return of(400, "BadRequest", message, null, List.of());
  }

  /** 401: no or a wrong credential. */
  public static Failure unauthorized() {
    return of(401, "Unauthorized", "Unauthorized", null, List.of());
  }

  /** 403: known who asks, but not allowed. */
  public static Failure forbidden(Target target, String message, List<Cause> causes) {
    return of(
        403,
        "Forbidden",
        "%s \"%s\" is forbidden: %s".formatted(target.qualified(), target.name(), message),
        target,
        causes);
  }

  /** 403: the caller lacks the right; nothing is said about the object itself. */
  public static Failure denied(@Nullable Target target, String message) {
    String what =
        target == null
            ? ""
            : target.name().isEmpty()
                ? target.qualified() + " is "
                : target.qualified() + " \"" + target.name() + "\" is ";
    return of(403, "Forbidden", what + "forbidden: " + message, target, List.of());
  }

  /** 404: this object does not exist. */
  public static Failure notFound(Target target) {
    return of(
        404,
        "NotFound",
        "%s \"%s\" not found".formatted(target.qualified(), target.name()),
        target,
        List.of());
  }

  /** 404: nothing is served at this path. */
  public static Failure noSuchPath() {
    return of(404, "NotFound", "the server could not find the requested resource", null, List.of());
  }

  /** 404: there is no such logical cluster. */
  public static Failure noSuchCluster(String name) {
    return of(
        404,
        "NotFound",
        "logical cluster \"%s\" not found".formatted(name),
        Target.of(name, "", "clusters"),
        List.of());
  }

  /** 405: the path exists, the verb does not fit it. */
  public static Failure methodNotAllowed() {
    return of(
        405,
        "MethodNotAllowed",
        "the server does not allow this method on the requested resource",
        null,
        List.of());
  }

  /** 406: none of the media types that the client accepts can be produced. */
  public static Failure notAcceptable() {
    return of(
        406,
        "NotAcceptable",
        "only the following media types are accepted: application/json",
        null,
        List.of());
  }

  /** 409: the name is taken. */
  public static Failure alreadyExists(Target target) {
    return of(
        409,
        "AlreadyExists",
        "%s \"%s\" already exists".formatted(target.qualified(), target.name()),
        target,
        List.of());
  }

  /** 409: the object is no longer what the writer read. */
  public static Failure conflict(Target target, String why) {
    return of(
        409,
        "Conflict",
        "Operation cannot be fulfilled on %s \"%s\": %s"
            .formatted(target.qualified(), target.name(), why),
        target,
        List.of());
  }

  /** 409: the object was modified since it was read. */
  public static Failure modified(Target target) {
    return conflict(
        target,
        "the object has been modified; please apply your changes to the latest version and try"
            + " again");
  }

  /** 409: other managers own fields that an apply would change. */
  public static Failure applyConflict(String message, List<Cause> causes) {
    return of(409, "Conflict", message, null, causes);
  }

  /** 410: the resourceVersion is older than the history that is kept. */
  public static Failure expired(String message) {
    return of(410, "Expired", message, null, List.of());
  }

  /** 410 for a continue token, with a token that goes on from there on today's state. */
  public static Failure expiredContinue(String freshToken) {
    return new Failure(
        410,
        "Expired",
        "The provided continue parameter is too old to display a consistent list result. You can"
            + " start a new list without the continue parameter, or use the continue token in this"
            + " response to retrieve the remainder of the results.",
        null,
        List.of(),
        freshToken,
        0);
  }

  /** 413: the body is too large. */
  public static Failure tooLarge(long limit) {
    return of(
        413,
        "RequestEntityTooLarge",
        "the request body is larger than the limit of " + limit + " bytes",
        null,
        List.of());
  }

  /** 429: more than the server takes at once. */
  public static Failure tooManyRequests() {
    return new Failure(
        429,
        "TooManyRequests",
        "Too many requests, please try again later.",
        null,
        List.of(),
        null,
        1);
  }

  /** 415: the body's media type is not understood here. */
  public static Failure unsupportedMediaType(String message) {
    return of(415, "UnsupportedMediaType", message, null, List.of());
  }

  /** 422: the object is understood and not allowed. */
  public static Failure invalid(Target target, List<Cause> causes) {
    String all = causes.stream().map(Cause::line).collect(Collectors.joining(", "));
    String line = causes.size() == 1 ? all : "[" + all + "]";
    return of(
        422,
        "Invalid",
        "%s \"%s\" is invalid: %s".formatted(target.qualified(), target.name(), line),
        target,
        causes);
  }

  /** 422 without an object to speak of, as for a patch that cannot be applied. */
  public static Failure unprocessable(String message) {
    return of(422, "Invalid", message, null, List.of());
  }

  /** 504: the client asks for a state that has not come yet. */
  public static Failure versionTooLarge(long asked, long current) {
    return new Failure(
        504,
        "Timeout",
        "Too large resource version: %d, current: %d".formatted(asked, current),
        null,
        List.of(new Cause("ResourceVersionTooLarge", "Too large resource version", "")),
        null,
        1);
  }

  /** 503: the server is stopping. */
  public static Failure stopping() {
    return new Failure(
        503, "ServiceUnavailable", "the server is stopping", null, List.of(), null, 1);
  }

  /** 507: the disk did not take the write; nothing was changed. */
  public static Failure storage(String message) {
    return of(
        507,
        "InsufficientStorage",
        "the write could not be stored and nothing was changed: " + message,
        null,
        List.of());
  }

  /** 500: a fault of the server. */
  public static Failure internal(String message) {
    return of(500, "InternalError", "Internal error occurred: " + message, null, List.of());
  }

  public int code() {
    return code;
  }

  public String reason() {
    return reason;
  }

  /** The failure's message; every failure has one. */
  public String text() {
    String message = getMessage();
    return message == null ? reason : message;
  }

  /** The Status object for the client. */
  public ObjectNode status() {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1");
    ObjectNode metadata = status.putObject("metadata");
    if (freshContinue != null) {
      metadata.put("continue", freshContinue);
    }
    status.put("status", "Failure").put("message", getMessage()).put("reason", reason);
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    if (target != null) {
      if (!target.name().isEmpty()) {
        details.put("name", target.name());
      }
      if (!target.group().isEmpty()) {
        details.put("group", target.group());
      }
      details.put("kind", target.kind());
      if (target.uid() != null) {
        details.put("uid", target.uid());
      }
    }
    if (!causes.isEmpty()) {
      var list = details.putArray("causes");
      for (Cause cause : causes) {
        ObjectNode entry = list.addObject();
        entry.put("reason", cause.reason()).put("message", cause.message());
        if (!cause.field().isEmpty()) {
          entry.put("field", cause.field());
        }
      }
    }
    if (retryAfterSeconds > 0) {
      details.put("retryAfterSeconds", retryAfterSeconds);
    }
    if (!details.isEmpty()) {
      status.set("details", details);
    }
    status.put("code", code);
    return status;
  }
}
