package dev.fleetwright.swarm.plan;

import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.KeySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a plan must be beyond its fields: names that fit into keys, and no two alike. */
final class PlanCheck {

  /** So that the longest key of a component still has at most 255 bytes. */
  private static final int LONGEST_ID = 100;

  private static final int LONGEST_ROLE = 60;
  private static final int LONGEST_QUEUE = 127;
  private static final int MOST_BEES = 200;

  private PlanCheck() {}

  static List<Problem> problems(SwarmPlan plan) {
    List<Problem> problems = new ArrayList<>();
    name(plan.id(), "id", LONGEST_ID).ifPresent(problems::add);
    if (plan.id().indexOf('_') >= 0) {
      problems.add(
          new Problem(
              "invalid-name",
              "id",
              "the id of a swarm that runs alone has no underscore; those are ids of worlds",
              "use - instead"));
    }
    if (plan.bees().isEmpty() || plan.bees().size() > MOST_BEES) {
      problems.add(
          new Problem(
              "out-of-range",
              "bees",
              "a plan has 1 to " + MOST_BEES + " bees and this one has " + plan.bees().size(),
              plan.bees().isEmpty() ? "add a bee" : "split the plan into several swarms"));
      return problems;
    }
    for (int i = 0; i < plan.bees().size(); i++) {
      bee(plan.bees().get(i), "bees[" + i + "]", problems);
    }
    names(plan, problems);
    if (problems.isEmpty() && Json.write(plan.toJson()).length > SwarmPlan.LARGEST_PLAN) {
      problems.add(
          new Problem(
              "plan-too-large",
              "",
              "as JSON the plan has more than " + SwarmPlan.LARGEST_PLAN + " bytes",
              "keep large settings elsewhere and refer to them in config"));
    }
    return problems;
  }

  static List<Problem> obstacles(SwarmPlan plan, String swarmId) {
    List<Problem> problems = new ArrayList<>();
    if (!plan.id().equals(swarmId)) {
      problems.add(
          new Problem(
              "wrong-swarm",
              "id",
              "the plan is for " + plan.id() + " and not for " + swarmId,
              "send it to the swarm that it names"));
    }
    for (int i = 0; i < plan.bees().size(); i++) {
      Bee bee = plan.bees().get(i);
      if (bee.image() == null) {
        problems.add(
            new Problem(
                "missing-field",
                "bees[" + i + "].image",
                "the bee " + bee.role() + " has no image",
                "add image"));
      }
    }
    return problems;
  }

  private static void bee(Bee bee, String path, List<Problem> problems) {
    name(bee.role(), path + ".role", LONGEST_ROLE).ifPresent(problems::add);
    if (Arrays.stream(Actor.values()).anyMatch(actor -> actor.text().equals(bee.role()))) {
      problems.add(
          new Problem(
              "reserved-role",
              path + ".role",
              "the role \"" + bee.role() + "\" belongs to the control plane",
              "choose another role"));
    }
    if (bee.image() != null && bee.image().isBlank()) {
      problems.add(
          new Problem("invalid-value", path + ".image", "the image is empty", "name an image"));
    }
    queues(bee.queues().in(), path + ".work.in", problems);
    queues(bee.queues().out(), path + ".work.out", problems);
    Object enabled = bee.config().get("enabled");
    if (enabled != null && !(enabled instanceof Boolean)) {
      problems.add(
          new Problem(
              "wrong-type",
              path + ".config.enabled",
              "enabled is true or false",
              "write true or false"));
    }
  }

  private static void queues(List<String> queues, String path, List<Problem> problems) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < queues.size(); i++) {
      String queue = queues.get(i);
      String here = path + "[" + i + "]";
      boolean fits =
          !queue.isBlank() && queue.getBytes(StandardCharsets.UTF_8).length <= LONGEST_QUEUE;
      if (!fits || queue.chars().anyMatch(c -> Character.isWhitespace(c) || c < ' ')) {
        problems.add(
            new Problem(
                "invalid-name",
                here,
                "a queue has a name of 1 to " + LONGEST_QUEUE + " bytes without white space",
                "write the name of a queue"));
      } else if (!seen.add(queue)) {
        problems.add(
            new Problem(
                "duplicate-value",
                here,
                "the queue \"" + queue + "\" is listed twice",
                "leave one of them out"));
      }
    }
  }

  /** A role such as {@code sink-1} may be what the first of two sinks is called. */
  private static void names(SwarmPlan plan, List<Problem> problems) {
    Set<String> seen = new HashSet<>();
    List<SwarmPlan.Member> members = plan.members();
    for (int i = 0; i < members.size(); i++) {
      String name = members.get(i).name();
      if (!seen.add(name)) {
        problems.add(
            new Problem(
                "duplicate-value",
                "bees[" + i + "].role",
                "two bees would be called \"" + name + "\"",
                "rename one of the roles"));
      }
    }
  }

  private static Optional<Problem> name(String name, String path, int longest) {
    Optional<Problem> fault = KeySegment.problem(name);
    if (fault.isPresent()) {
      return Optional.of(
          new Problem("invalid-name", path, fault.get().message(), fault.get().nextStep()));
    }
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    return bytes <= longest
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "invalid-name",
                path,
                "the name has " + bytes + " bytes; at most " + longest + " fit into a routing key",
                "shorten it"));
  }
}
