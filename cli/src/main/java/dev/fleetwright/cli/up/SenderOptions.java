package dev.fleetwright.cli.up;

import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.Senders;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Whose messages a process takes from a RabbitMQ. */
public final class SenderOptions {

  @Option(
      names = "--sender",
      paramLabel = "USER=PATTERN",
      description = {
        "Take messages from the broker's USER only under routing keys that the pattern matches, and"
            + " none from users that are not named; may be given again.",
        "The user of --amqp may send everything. Default: everybody may."
      })
  private Map<String, Pattern> senders = new TreeMap<>();

  public boolean isGiven() {
    return !senders.isEmpty();
  }

  public Senders with(BrokerAddress own) {
    if (senders.isEmpty()) {
      return Senders.anybody();
    }
    Map<String, Pattern> all = new TreeMap<>(senders);
    all.put(own.user(), Pattern.compile(".*"));
    return Senders.listed(all);
  }
}
