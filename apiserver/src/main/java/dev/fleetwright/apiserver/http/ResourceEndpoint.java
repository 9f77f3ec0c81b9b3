package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.access.Authorizer;
import dev.fleetwright.apiserver.access.Deed;
import dev.fleetwright.apiserver.access.RoleGuard;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.json.Yaml;
import dev.fleetwright.apiserver.protobuf.Protobuf;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.schema.Schema;
import dev.fleetwright.apiserver.service.Address;
import dev.fleetwright.apiserver.service.Clusters;
import dev.fleetwright.apiserver.service.DeleteOptions;
import dev.fleetwright.apiserver.service.FieldSelector;
import dev.fleetwright.apiserver.service.LabelSelector;
import dev.fleetwright.apiserver.service.ListQuery;
import dev.fleetwright.apiserver.service.Listing;
import dev.fleetwright.apiserver.service.ObjectService;
import dev.fleetwright.apiserver.service.Page;
import dev.fleetwright.apiserver.service.Scaling;
import dev.fleetwright.apiserver.service.Selection;
import dev.fleetwright.apiserver.service.Subresource;
import dev.fleetwright.apiserver.service.WriteOptions;
import dev.fleetwright.apiserver.service.WriteOptions.FieldValidation;
import dev.fleetwright.apiserver.service.Written;
import dev.fleetwright.apiserver.service.Written.Effect;
import dev.fleetwright.apiserver.store.Entry;
import dev.fleetwright.apiserver.table.TableLayout;
import io.helidon.http.HeaderNames;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Objects and collections over HTTP: turns a request into a verb and the result into an answer. */
final class ResourceEndpoint {
  /** What only a pod with processes in it has. */
  private static final Set<String> LIVING =
      Set.of("attach", "ephemeralcontainers", "exec", "log", "portforward", "proxy");

  private final Clusters clusters;
  private final ObjectService objects;
  private final Listing listing;
  private final WatchEndpoint watches;
  private final Authorizer authorizer;
  private final InstantSource clock;

  ResourceEndpoint(
      Clusters clusters,
      ObjectService objects,
      Listing listing,
      WatchEndpoint watches,
      Authorizer authorizer,
      InstantSource clock) {
    this.clusters = clusters;
    this.objects = objects;
    this.listing = listing;
    this.watches = watches;
    this.authorizer = authorizer;
    this.clock = clock;
  }

  void handle(Exchange exchange) {
    ApiPath.Resource path = exchange.path().resource();
    String cluster = exchange.path().cluster();
    ResourceType type = clusters.of(cluster).find(path.group(), path.version(), path.plural());
    if (type == null || (!type.namespaced() && !path.namespace().isEmpty())) {
      throw Failure.noSuchPath();
    }
    Subresource part =
        switch (path.part()) {
          case "" -> Subresource.NONE;
          case "status" -> type.status() ? Subresource.STATUS : null;
          case "scale" -> type.scale() != null ? Subresource.SCALE : null;
          default -> null;
        };
    if (part == null) {
      if (path.group().isEmpty() && path.plural().equals("pods") && LIVING.contains(path.part())) {
        objects.get(new Address(cluster, type, path.namespace(), path.name(), Subresource.NONE));
        throw Failure.badRequest(
            "pod "
                + path.name()
                + " is simulated: nothing runs in it, so it has no "
                + path.part());
      }
      throw Failure.noSuchPath();
    }
    if (type.deprecation() != null) {
      exchange.warn(List.of(type.deprecation()));
    }
    var at = new Address(cluster, type, path.namespace(), path.name(), part);
    if (type.namespaced() && !at.name().isEmpty() && at.namespace().isEmpty()) {
      throw Failure.noSuchPath();
    }
    var rendering =
        new Rendering(type, Media.of(exchange.accept()), include(exchange.query()), clock);
    if (at.name().isEmpty()) {
      collection(exchange, at, rendering);
    } else if (part == Subresource.SCALE) {
      scale(exchange, at);
    } else {
      object(exchange, at, rendering);
    }
  }

  private static TableLayout.Include include(Query query) {
    return switch (query.text("includeObject")) {
      case "None" -> TableLayout.Include.NONE;
      case "Object" -> TableLayout.Include.OBJECT;
      default -> TableLayout.Include.METADATA;
    };
  }

  private void collection(Exchange exchange, Address at, Rendering rendering) {
    switch (exchange.method()) {
      case "GET" -> {
        if (exchange.query().flag("watch")) {
          watches.watch(exchange, at, selection(exchange.query(), at), rendering);
        } else {
          Page page = listing.list(at.collection(), listQuery(exchange.query(), at));
          rendering.list(page, exchange);
        }
      }
      case "POST" -> {
        if (at.type().namespaced() && at.namespace().isEmpty()) {
          throw Failure.methodNotAllowed();
        }
        WriteOptions options = writeOptions(exchange);
        ObjectNode body = exchange.object(options.validation());
        answer(exchange, rendering, objects.create(at, body, options));
      }
      case "DELETE" -> deleteCollection(exchange, at, rendering);
      default -> throw Failure.methodNotAllowed();
    }
  }

  private void object(Exchange exchange, Address at, Rendering rendering) {
    switch (exchange.method()) {
      case "GET" -> {
        if (exchange.query().flag("watch")) {
          var only =
              new Selection(
                  at.type().namespaced() ? at.namespace() : null,
                  LabelSelector.ALL,
                  FieldSelector.parse("metadata.name=" + at.name(), at.type()));
          watches.watch(exchange, at, only, rendering);
        } else {
          exchange.json(200, rendering.entry(objects.get(at)));
        }
      }
      case "PUT" -> {
        WriteOptions options = writeOptions(exchange);
        ObjectNode body = exchange.object(options.validation());
        answer(exchange, rendering, objects.update(at, body, options));
      }
      case "PATCH" -> patch(exchange, at, rendering);
      case "DELETE" -> {
        if (at.part() != Subresource.NONE) {
          throw Failure.methodNotAllowed();
        }
        Written written = objects.delete(at, deleteOptions(exchange));
        if (written.effect() == Effect.DELETED) {
          exchange.json(200, deleted(at, written.object()));
        } else {
          exchange.json(200, rendering.tree(written.object(), true));
        }
      }
      default -> throw Failure.methodNotAllowed();
    }
  }

  private void patch(Exchange exchange, Address at, Rendering rendering) {
    WriteOptions options = writeOptions(exchange);
    Written written =
        switch (Patching.read(exchange.mediaType(), exchange.body(), at.type())) {
          case Patching.Apply(ObjectNode config) -> {
            if (!exchange.query().has("fieldManager")) {
              throw Failure.invalid(
                  Failure.Target.of("", "meta.k8s.io", "PatchOptions"),
                  List.of(Cause.required("fieldManager", "is required for apply patch")));
            }
            requireCreate(exchange, at);
            yield objects.apply(at, config, options);
          }
          case Patching.Change change -> {
            if (exchange.query().flag("force")) {
              throw Failure.invalid(
                  Failure.Target.of("", "meta.k8s.io", "PatchOptions"),
                  List.of(Cause.forbidden("force", "may not be specified for non-apply patch")));
            }
            yield objects.modify(at, options, live -> change.on(live, at.type().schema()));
          }
        };
    answer(exchange, rendering, written);
  }

  /** To apply what is not there is to create it. */
  private void requireCreate(Exchange exchange, Address at) {
    if (exchange.deed() instanceof Deed.OnResource on && objects.find(at) == null) {
      authorizer.require(exchange.caller(), on.by("create"));
    }
  }

  private void scale(Exchange exchange, Address at) {
    ResourceType type = at.type();
    Written written;
    switch (exchange.method()) {
      case "GET" -> {
        exchange.json(200, Scaling.of(type, objects.get(at).tree()));
        return;
      }
      case "PUT" -> {
        ObjectNode body = exchange.object(FieldValidation.IGNORE);
        written =
            objects.modify(at, writeOptions(exchange), live -> Scaling.into(type, live, body));
      }
      case "PATCH" -> {
        if (!(Patching.read(exchange.mediaType(), exchange.body(), type)
            instanceof Patching.Change change)) {
          throw Failure.unsupportedMediaType("the scale cannot be applied, patch it instead");
        }
        written =
            objects.modify(
                at,
                writeOptions(exchange),
                live -> Scaling.into(type, live, change.on(Scaling.of(type, live), Schema.ANY)));
      }
      default -> throw Failure.methodNotAllowed();
    }
    exchange.warn(written.warnings());
    exchange.json(200, Scaling.of(type, written.object()));
  }

  private void deleteCollection(Exchange exchange, Address at, Rendering rendering) {
    ListQuery query = listQuery(exchange.query(), at);
    DeleteOptions options = deleteOptions(exchange);
    Page page = listing.list(at.collection(), query);
    for (Entry entry : page.entries()) {
      try {
        objects.delete(
            Address.of(at.cluster(), at.type(), entry.key().namespace(), entry.key().name()),
            options);
      } catch (Failure e) {
        if (e.code() != 404) {
          throw e;
        }
      }
    }
    rendering.list(page, exchange);
  }

  private static void answer(Exchange exchange, Rendering rendering, Written written) {
    exchange.warn(written.warnings());
    Entry stored = written.stored();
    exchange.json(
        written.effect() == Effect.CREATED ? 201 : 200,
        stored == null ? rendering.tree(written.object(), true) : rendering.entry(stored));
  }

  private static ObjectNode deleted(Address at, ObjectNode object) {
    ObjectNode status = Json.object();
    status.put("kind", "Status").put("apiVersion", "v1");
    status.putObject("metadata");
    status.put("status", "Success");
    ObjectNode details = status.putObject("details");
    details.put("name", at.name());
    if (!at.type().group().isEmpty()) {
      details.put("group", at.type().group());
    }
    details.put("kind", at.type().plural());
    details.put("uid", Json.textOrEmpty(object, "metadata", "uid"));
    return status;
  }

  private static Selection selection(Query query, Address at) {
    return new Selection(
        at.namespace().isEmpty() ? null : at.namespace(),
        LabelSelector.parse(query.text("labelSelector")),
        FieldSelector.parse(query.text("fieldSelector"), at.type()));
  }

  private static ListQuery listQuery(Query query, Address at) {
    Long version = query.number("resourceVersion");
    String match = query.text("resourceVersionMatch");
    if (!match.isEmpty()) {
      if (version == null) {
        throw wrongMatch("resourceVersionMatch is forbidden unless resourceVersion is provided");
      }
      if (!match.equals("Exact") && !match.equals("NotOlderThan")) {
        throw invalidOption("resourceVersionMatch", match, "Exact", "NotOlderThan", "");
      }
      if (match.equals("Exact") && version == 0) {
        throw wrongMatch("resourceVersionMatch \"Exact\" is forbidden for resourceVersion \"0\"");
      }
    }
    if (query.has("sendInitialEvents")) {
      throw Failure.invalid(
          Failure.Target.of("", "meta.k8s.io", "ListOptions"),
          List.of(Cause.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list")));
    }
    Long limit = query.number("limit");
    boolean exact =
        match.equals("Exact")
            || (match.isEmpty() && version != null && version > 0 && limit != null && limit > 0);
    return new ListQuery(
        selection(query, at),
        limit == null ? 0 : (int) Math.min(limit, Integer.MAX_VALUE),
        query.has("continue") ? query.text("continue") : null,
        version,
        exact);
  }

  private static Failure wrongMatch(String message) {
    return Failure.invalid(
        Failure.Target.of("", "meta.k8s.io", "ListOptions"),
        List.of(Cause.forbidden("resourceVersionMatch", message)));
  }

  private static boolean dryRun(String value) {
    return switch (value) {
      case "" -> false;
      case "All" -> true;
      default -> throw invalidOption("dryRun", value, "All");
    };
  }

  private WriteOptions writeOptions(Exchange exchange) {
    return askedOptions(exchange).guardedBy(new RoleGuard(authorizer, exchange.caller()));
  }

  private static WriteOptions askedOptions(Exchange exchange) {
    Query query = exchange.query();
    String manager = query.text("fieldManager");
    if (manager.isEmpty()) {
      String agent = exchange.header(HeaderNames.USER_AGENT);
      int slash = agent.indexOf('/');
      manager = slash < 0 ? agent : agent.substring(0, slash);
      manager = manager.length() > 128 ? manager.substring(0, 128) : manager;
    } else if (manager.length() > 128) {
      throw Failure.badRequest("fieldManager may not be longer than 128 characters");
    }
    FieldValidation validation =
        switch (query.text("fieldValidation")) {
          case "" -> FieldValidation.WARN;
          case "Ignore" -> FieldValidation.IGNORE;
          case "Warn" -> FieldValidation.WARN;
          case "Strict" -> FieldValidation.STRICT;
          default ->
              throw invalidOption(
                  "fieldValidation", query.text("fieldValidation"), "", "Ignore", "Strict", "Warn");
        };
    return new WriteOptions(
        manager.isEmpty() ? "unknown" : manager,
        dryRun(query.text("dryRun")),
        validation,
        query.flag("force"));
  }

  private static DeleteOptions deleteOptions(Exchange exchange) {
    byte[] body = exchange.body();
    JsonNode options = Json.object();
    if (body.length > 0) {
      options =
          exchange.mediaType().equals(Protobuf.MEDIA_TYPE)
              ? Protobuf.object(body)
              : exchange.mediaType().contains("yaml") ? Yaml.parse(body) : Json.parse(body, false);
      if (!options.isObject()) {
        throw Failure.badRequest("the delete options must be an object");
      }
    }
    DeleteOptions.Propagation propagation = propagation(exchange, options);
    JsonNode asked = options.path("dryRun");
    boolean dryRun =
        dryRun(exchange.query().text("dryRun"))
            || (asked.size() > 0 && dryRun(asked.get(0).asText()));
    return new DeleteOptions(
        Json.textAt(options, "preconditions", "uid"),
        Json.textAt(options, "preconditions", "resourceVersion"),
        dryRun,
        propagation);
  }

  private static DeleteOptions.@Nullable Propagation propagation(
      Exchange exchange, JsonNode options) {
    String policy = Json.textOrEmpty(options, "propagationPolicy");
    if (policy.isEmpty()) {
      policy = exchange.query().text("propagationPolicy");
    }
    JsonNode orphan = options.path("orphanDependents");
    if (!policy.isEmpty() && orphan.isBoolean()) {
      throw Failure.invalid(
          Failure.Target.of("", "meta.k8s.io", "DeleteOptions"),
          List.of(
              Cause.invalid(
                  "propagationPolicy",
                  "\"" + policy + "\"",
                  "orphanDependents and propagationPolicy cannot be both set")));
    }
    return switch (policy) {
      case "" ->
          !orphan.isBoolean()
              ? null
              : orphan.booleanValue()
                  ? DeleteOptions.Propagation.ORPHAN
                  : DeleteOptions.Propagation.BACKGROUND;
      case "Background" -> DeleteOptions.Propagation.BACKGROUND;
      case "Foreground" -> DeleteOptions.Propagation.FOREGROUND;
      case "Orphan" -> DeleteOptions.Propagation.ORPHAN;
      default ->
          throw invalidOption(
              "propagationPolicy", policy, "Foreground", "Background", "Orphan", "nil");
    };
  }

  private static Failure invalidOption(String name, String value, String... allowed) {
    return Failure.invalid(
        Failure.Target.of("", "meta.k8s.io", "Options"),
        List.of(Cause.unsupported(name, value, allowed)));
  }
}
