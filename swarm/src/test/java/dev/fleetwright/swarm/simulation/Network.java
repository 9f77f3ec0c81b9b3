package dev.fleetwright.swarm.simulation;

import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Delays, duplicates, reorders and drops. In every tenth seed each message is encoded and decoded,
 * and so checked against the AsyncAPI file both ways; in the others that time goes into more seeds.
 */
final class Network {

  static final Protocol PROTOCOL = Protocol.bundled();

  /** Takes a message, or does not: it stays in the queue then and is delivered again. */
  interface Receiver {
    boolean take(Message message);
  }

  private record Queue(Actor actor, Predicate<RoutingKey> bound, Receiver receiver) {}

  private final Clockwork time;
  private final boolean checked;
  private final List<Queue> queues = new ArrayList<>();

  Network(Clockwork time, boolean checked) {
    this.time = time;
    this.checked = checked;
  }

  void bind(Actor actor, Predicate<RoutingKey> bound, Receiver receiver) {
    queues.add(new Queue(actor, bound, receiver));
  }

  void send(Actor sender, Message message) {
    Object shown = checked ? PROTOCOL.encode(sender, message).orThrow() : message;
    int copies = !time.chaos ? 1 : time.chance(20) ? 0 : time.chance(15) ? 2 : 1;
    time.note("  ", sender, " sends ", copies, " of ", shown);
    for (int i = 0; i < copies; i++) {
      int delay =
          time.chaos && time.below(20) == 0
              ? time.below(90_000)
              : time.below(time.chaos ? 1_500 : 20);
      time.inMillis(delay, shown, () -> arrive(message, shown));
    }
  }

  private void arrive(Message message, Object shown) {
    for (Queue queue : queues) {
      if (queue.bound().test(message.key())) {
        Message received =
            shown instanceof Wire wire
                ? PROTOCOL.decode(queue.actor(), wire.key(), wire.body()).orThrow()
                : message;
        deliver(queue, received, 0);
      }
    }
  }

  private void deliver(Queue queue, Message message, int tries) {
    // A queue whose receiver is gone for good is deleted one day.
    if (!queue.receiver().take(message) && tries < 60) {
      time.in(Duration.ofSeconds(2), message.key(), () -> deliver(queue, message, tries + 1));
    }
  }
}
