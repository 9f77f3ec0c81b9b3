package dev.fleetwright.cli.swarm;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a command tells while it waits, and at its end. */
final class Report {

  private final Console console;
  private final boolean json;
  private final String swarmId;
  private final SignalName signal;
  private final long startedAt = System.nanoTime();
  private final Map<String, String> shown = new HashMap<>();
  private @Nullable String idempotencyKey;
  private @Nullable String correlationId;

  Report(Console console, boolean json, String swarmId, SignalName signal) {
    this.console = console;
    this.json = json;
    this.swarmId = swarmId;
    this.signal = signal;
  }

  void sent(String action, String attempt) {
    idempotencyKey = action;
    correlationId = attempt;
    say(
        "→ "
            + signal.text()
            + " "
            + swarmId
            + "  idempotencyKey="
            + action
            + "  correlationId="
            + attempt);
  }

  void note(String text) {
    say("  " + text);
  }

  /** A line when a component, or the swarm as a whole, is another way than it was shown last. */
  void progress(Message message) {
    String text = MessageText.line(console, message);
    String what = message.body() instanceof Envelope.Aggregate ? "" : message.key().text();
    if (!text.equals(shown.put(name(message, what), text))) {
      say("  " + text);
    }
  }

  /** Full and delta statuses are about the same component. */
  private static String name(Message message, String otherwise) {
    return switch (message.body()) {
      case Envelope.ComponentStatus s -> s.role() + "." + s.instance();
      case Envelope.Aggregate a -> a.instance();
      case Envelope.Signal _, Envelope.Confirmation _, Envelope.Milestone _, Envelope.Handshake _ ->
          otherwise;
    };
  }

  void shown(Message message) {
    say("  " + MessageText.line(console, message));
  }

  void ended(
      Outcome outcome,
      @Nullable String action,
      @Nullable String attempt,
      @Nullable String original) {
    if (json) {
      Map<String, Object> plain = ids();
      if (attempt != null) {
        plain.put("correlationId", attempt);
      }
      if (original != null) {
        plain.put("originalCorrelationId", original);
      }
      switch (outcome) {
        case Outcome.Success s -> {
          plain.put("result", "success");
          if (s.state() != null) {
            plain.put("state", s.state().text());
          }
        }
        case Outcome.Failure f -> {
          plain.put("result", "error");
          plain.put("code", f.code());
          plain.put("message", f.message());
          if (f.phase() != null) {
            plain.put("phase", f.phase());
          }
          if (f.retryable() != null) {
            plain.put("retryable", f.retryable());
          }
        }
      }
      console.out().print(Machine.json(plain));
      console.out().flush();
      return;
    }
    boolean good = outcome.succeeded();
    String text = signal.text() + " " + swarmId + ": " + MessageText.outcome(outcome);
    say(
        (good ? console.green("✓ confirmed") : console.red("✗ error"))
            + "  "
            + MessageText.printable(text)
            + earlier(outcome, original)
            + "  after "
            + seconds());
  }

  /** An answer to one of our own attempts, sent again, is nothing to wonder about. */
  private String earlier(Outcome outcome, @Nullable String original) {
    if (original == null || original.equals(correlationId)) {
      return "";
    }
    boolean conflict =
        outcome instanceof Outcome.Failure f && f.code().equals("idempotency-conflict");
    return "  (" + (conflict ? "used" : "already carried out") + " by attempt " + original + ")";
  }

  void notWaited() {
    if (json) {
      Map<String, Object> plain = ids();
      plain.put("result", "sent");
      console.out().print(Machine.json(plain));
      console.out().flush();
    } else {
      say("  not waited for; see it with  fleetwright swarm status " + swarmId);
    }
  }

  void already(String state) {
    if (json) {
      Map<String, Object> plain = ids();
      plain.put("result", "success");
      plain.put("state", state);
      console.out().print(Machine.json(plain));
      console.out().flush();
    } else {
      say(console.green("✓ confirmed") + "  " + swarmId + " is " + state + " already");
    }
  }

  /** A queue is full, perhaps not all that want it; whoever waits asks again under the same key. */
  void refused() {
    console
        .err()
        .println(
            console.red("! refused")
                + "  the broker does not take the command for now: a queue that wants it is full");
  }

  /** Nobody knows what becomes of the command. */
  void uncertain() {
    again(idempotencyKey);
    unknown();
  }

  void timedOut(Duration timeout, @Nullable String action) {
    console
        .err()
        .println(
            console.red("✗ no confirmation")
                + " of "
                + signal.text()
                + " "
                + swarmId
                + " within "
                + timeout.toSeconds()
                + " s; it may still come");
    again(action);
    unknown();
  }

  private void again(@Nullable String action) {
    console
        .err()
        .println(
            action == null
                ? "Next: fleetwright swarm status " + swarmId
                : "Next: the same command again with  --idempotency-key " + action);
  }

  private void unknown() {
    if (json) {
      Map<String, Object> plain = ids();
      plain.put("result", "unknown");
      console.out().print(Machine.json(plain));
      console.out().flush();
    }
  }

  private Map<String, Object> ids() {
    Map<String, Object> plain = new LinkedHashMap<>();
    plain.put("swarmId", swarmId);
    plain.put("signal", signal.text());
    if (idempotencyKey != null) {
      plain.put("idempotencyKey", idempotencyKey);
    }
    if (correlationId != null) {
      plain.put("correlationId", correlationId);
    }
    return plain;
  }

  private String seconds() {
    return String.format(java.util.Locale.ROOT, "%.1f s", (System.nanoTime() - startedAt) / 1e9);
  }

  private void say(String line) {
    if (!json) {
      console.out().println(line);
      console.out().flush();
    }
  }
}
