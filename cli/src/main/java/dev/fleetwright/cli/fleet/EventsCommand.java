package dev.fleetwright.cli.fleet;

import dev.fleetwright.cli.fleet.ViewOptions.View;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.Screen;
import dev.fleetwright.cli.view.EventView;
import io.fabric8.kubernetes.api.model.Event;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "events",
    description = "Show what happened to worlds and all other objects of the hub, the latest last.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright events --for world/anvil-sample-world --type Warning",
      "  fleetwright events --watch"
    })
public final class EventsCommand implements Callable<Integer> {

  /** What events are of. */
  enum Type {
    Normal,
    Warning
  }

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ViewOptions options = new ViewOptions();

  @Option(
      names = "--for",
      paramLabel = "[KIND/]NAME",
      description = "Only of this object; world is short for worldinstance.")
  private String object = "";

  @Option(names = "--type", paramLabel = "TYPE", description = "${COMPLETION-CANDIDATES}.")
  private @Nullable Type type;

  @Option(names = "--reason", paramLabel = "REASON", description = "Only for this reason.")
  private String reason = "";

  /** The version of each event that was shown, so that each is shown once. */
  private final Map<String, String> told = new HashMap<>();

  private boolean begun;
  private boolean headed;

  public EventsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (object.startsWith("/")
        || object.endsWith("/")
        || object.indexOf('/') != object.lastIndexOf('/')) {
      throw new ParameterException(
          spec.commandLine(), "--for: expected KIND/NAME or NAME, not " + object);
    }
    return options.run(console, Screen.log(console), this::events);
  }

  /** Those that are there come first, in their order; then each as it happens. */
  private Supplier<View> events(Sight sight) {
    Supplier<List<Event>> events = sight.chosen(Event.class);
    return () -> view(untold(events.get()));
  }

  private View view(List<Event> events) {
    EventView view = EventView.of(events, object, type == null ? "" : type.name(), reason);
    boolean none = view.events().isEmpty();
    boolean first = !begun;
    begun = true;
    if (none && first) {
      console.err().println("no events");
    }
    return none && !first
        ? View.NOTHING
        : View.of(() -> none ? "" : table(view), view.plain(), view.names(), true);
  }

  private String table(EventView view) {
    boolean header = !headed;
    headed = true;
    return view.table(header);
  }

  private List<Event> untold(List<Event> all) {
    List<Event> untold =
        all.stream().filter(event -> !version(event).equals(told.get(uid(event)))).toList();
    // What the server has forgotten need not be remembered here.
    told.keySet().retainAll(all.stream().map(EventsCommand::uid).collect(Collectors.toSet()));
    untold.forEach(event -> told.put(uid(event), version(event)));
    return untold;
  }

  private static String uid(Event event) {
    return event.getMetadata().getUid();
  }

  private static String version(Event event) {
    return Objects.requireNonNullElse(event.getMetadata().getResourceVersion(), "");
  }
}
