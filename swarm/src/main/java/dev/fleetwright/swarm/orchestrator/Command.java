package dev.fleetwright.swarm.orchestrator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.TemplateRef;
import org.jspecify.annotations.Nullable;

/** The next thing to ask for. */
public record Command(SignalName signal, @Nullable TemplateRef template) {

  static Command of(SignalName signal) {
    return new Command(signal, null);
  }

  ObjectNode args(long sequence) {
    ObjectNode args = JsonNodeFactory.instance.objectNode().put("sequence", sequence);
    if (template != null) {
      template.putInto(args);
    }
    return args;
  }
}
