package dev.fleetwright.swarm.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.fleetwright.documents.Binder;
import dev.fleetwright.documents.Bound;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.SelfChecking;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A swarm that runs alone, as a person writes it.
 *
 * <pre>{@code
 * id: swarm-42
 * bees:
 *   - {role: generator, image: shop/generator:1, work: {out: [raw]}}
 *   - {role: processor, image: shop/processor:1, work: {in: [raw], out: [done]}}
 *   - {role: sink, image: shop/sink:1, work: {in: [done]}, config: {batch: 10}}
 * }</pre>
 *
 * @param id the swarmId
 */
public record SwarmPlan(String id, List<Bee> bees) implements SelfChecking {

  /** The largest plan that still fits into one signal with room to spare. */
  public static final int LARGEST_PLAN = 64 * 1024;

  private static final int READABLE = 40;
  private static final int HASH = 12;
  private static final Binder BINDER = Binder.standard();
  private static final ObjectMapper MAPPER = JsonMapper.builder().build();

  public SwarmPlan {
    bees = List.copyOf(bees);
  }

  /** From a document of {@code DocumentReader}; every problem has its place in it. */
  public static Bound<SwarmPlan> read(Node document) {
    return BINDER.bind(document, SwarmPlan.class);
  }

  /** From {@code args.plan} of a signal. */
  public static Checked<SwarmPlan> of(JsonNode json) {
    if (!json.isObject()) {
      return Checked.invalid(
          new Problem("wrong-type", "", "a plan is an object", "write id and bees"));
    }
    return read(Node.of(MAPPER.convertValue(json, Object.class))).checked();
  }

  /** As it stands in {@code args.plan}. */
  public ObjectNode toJson() {
    return PlanJson.write(this);
  }

  /** The same for plans that say the same. */
  public String digest() {
    return Json.digest(toJson());
  }

  /**
   * The components, in the order of the plan. A role that occurs once gives its bee its name; bees
   * that share a role are numbered from 1.
   */
  public List<Member> members() {
    Map<String, Integer> total = new HashMap<>();
    bees.forEach(bee -> total.merge(bee.role(), 1, Integer::sum));
    Map<String, Integer> seen = new HashMap<>();
    List<Member> members = new ArrayList<>();
    for (Bee bee : bees) {
      int number = seen.merge(bee.role(), 1, Integer::sum);
      String name = total.getOrDefault(bee.role(), 0) == 1 ? bee.role() : bee.role() + "-" + number;
      members.add(new Member(name, bee.role(), id + "_" + name, bee));
    }
    return List.copyOf(members);
  }

  /** The work that the plan is delivered as, with the plan's digest as its hash. */
  public TemplateRef template() {
    return TemplateRef.ofPlan(workName(id), digest());
  }

  /** Readable, and different for different ids, as the name of an object. */
  public static String workName(String id) {
    String readable = id.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String cut = readable.substring(0, Math.min(READABLE, readable.length()));
    String hash = Json.digest(TextNode.valueOf(id)).substring(0, HASH);
    return "swarm-" + cut + (cut.endsWith("-") ? "" : "-") + hash;
  }

  /** In which order the components start and stop, or the cycle that leaves none. */
  public StartOrder order() {
    return StartOrder.of(IoGraph.of(this));
  }

  /**
   * One component of the swarm.
   *
   * @param name unique in the swarm
   * @param instance its name on the bus, unique among all swarms
   */
  public record Member(String name, String role, String instance, Bee bee) {}

  /** What keeps the plan from being run as this swarm, beyond what keeps it from being read. */
  public List<Problem> obstacles(String swarmId) {
    return PlanCheck.obstacles(this, swarmId);
  }

  @Override
  public List<Problem> check() {
    return PlanCheck.problems(this);
  }
}
