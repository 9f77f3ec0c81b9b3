package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a capability is called. Carried, not interpreted. */
public record CapabilityInterfaces(
    @JsonPropertyDescription("gRPC services") List<Grpc> grpc,
    @JsonPropertyDescription("Events") List<Event> events) {

  public CapabilityInterfaces {
    grpc = Copies.of(grpc);
    events = Copies.of(events);
  }

  /** A gRPC service. */
  public record Grpc(
      @JsonPropertyDescription("Protobuf package") @Required @JsonProperty("package")
          String protoPackage,
      @JsonPropertyDescription("Service name") @Required String service,
      @JsonPropertyDescription("Where the .proto is") @Required String protoRef,
      @JsonPropertyDescription("Methods") List<Method> methods) {

    public Grpc {
      methods = Copies.of(methods);
    }
  }

  /** A gRPC method. */
  public record Method(
      @JsonPropertyDescription("Name") @Required String name,
      @JsonPropertyDescription("Request message") @Required String request,
      @JsonPropertyDescription("Response message") @Required String response) {}

  /** An event that is published, consumed, or both. */
  public record Event(
      @JsonPropertyDescription("Name") @Required String name,
      @JsonPropertyDescription("Who sends it") @Required Direction direction,
      @JsonPropertyDescription("What it looks like") @Required Schema schema,
      @JsonPropertyDescription("Field by which order is kept") @Nullable String orderingKey) {}

  /** The schema of an event. */
  public record Schema(
      @JsonPropertyDescription("Identifier") @Required String id,
      @JsonPropertyDescription("Version") @Required String version,
      @JsonPropertyDescription("Format") @Required Format format,
      @JsonPropertyDescription("Where the schema is") @Required String schemaRef) {}

  /** Which way an event goes, seen from the provider. */
  public enum Direction {
    @JsonProperty("publish")
    PUBLISH,
    @JsonProperty("subscribe")
    SUBSCRIBE,
    @JsonProperty("both")
    BOTH
  }

  /** How an event is written. */
  public enum Format {
    @JsonProperty("protobuf")
    PROTOBUF,
    @JsonProperty("json")
    JSON,
    @JsonProperty("avro")
    AVRO
  }
}
