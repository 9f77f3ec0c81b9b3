package dev.fleetwright.cli.fleet;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Screen;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Shows something whenever it changes, and not before, until Ctrl-C or until nobody reads it any
 * more. A server that goes away is told, and asked again until it is back.
 */
final class Watching {

  private static final long SHORTEST_PAUSE_MILLIS = 200;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private final Console console;
  private final Screen screen;
  private long pause = SHORTEST_PAUSE_MILLIS;
  private boolean begun;
  private boolean away;

  Watching(Console console, Screen screen) {
    this.console = console;
    this.screen = screen;
  }

  /**
   * @param question gives what to show, from objects that stay up to date
   */
  int run(
      KubernetesClient client,
      NamespaceOptions scope,
      Function<Sight, ? extends Supplier<String>> question)
      throws InterruptedException {
    while (true) {
      Changes changes = new Changes();
      try (WatchedSight sight = new WatchedSight(client, scope, changes)) {
        Supplier<String> shown = question.apply(sight);
        back();
        while (!sight.isBroken()) {
          screen.show(shown.get());
          if (console.out().checkError()) {
            return ExitCode.YES; // a reader that has gone, such as head, ends it
          }
          changes.await();
        }
      } catch (KubernetesClientException e) {
        if (!begun || !ServerOptions.isAway(e)) {
          throw e;
        }
        gone(e);
      }
      Thread.sleep(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
  }

  private void back() {
    if (away) {
      screen.say("the API server answers again");
    }
    away = false;
    begun = true;
    pause = SHORTEST_PAUSE_MILLIS;
  }

  /** Told once, not at each try. */
  private void gone(KubernetesClientException e) {
    if (!away) {
      screen.say(
          "the API server does not answer and is asked again: "
              + ServerOptions.reason(e)
              + "; Ctrl-C ends");
    }
    away = true;
  }
}
