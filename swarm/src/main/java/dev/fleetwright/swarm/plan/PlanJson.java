package dev.fleetwright.swarm.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Plans as JSON, without what is not said in them. */
final class PlanJson {

  private static final ObjectMapper MAPPER = JsonMapper.builder().build();

  private PlanJson() {}

  static ObjectNode write(SwarmPlan plan) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("id", plan.id());
    ArrayNode bees = json.putArray("bees");
    for (Bee bee : plan.bees()) {
      ObjectNode one = bees.addObject().put("role", bee.role());
      if (bee.image() != null) {
        one.put("image", bee.image());
      }
      Work work = bee.queues();
      if (!work.equals(Work.NONE)) {
        ObjectNode queues = one.putObject("work");
        if (!work.in().isEmpty()) {
          work.in().forEach(queues.putArray("in")::add);
        }
        if (!work.out().isEmpty()) {
          work.out().forEach(queues.putArray("out")::add);
        }
      }
      if (!bee.config().isEmpty()) {
        one.set("config", MAPPER.valueToTree(bee.config()));
      }
    }
    return json;
  }
}
