package dev.fleetwright.release.rules;

import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.Fact;
import dev.fleetwright.release.Narrowing;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Releases;
import dev.fleetwright.release.options.Option;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.options.RuleType;
import dev.fleetwright.release.options.Scope;
import dev.fleetwright.release.options.WindowOptions;
import dev.fleetwright.release.time.Micros;
import dev.fleetwright.release.time.Window;
import dev.fleetwright.release.time.Windows;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/** No deployments during maintenance. The end of a window is exclusive. */
public final class MaintenanceWindowRule extends ScopedRule {

  public static final RuleType TYPE =
      new RuleType(
          "MaintenanceWindow",
          "no deployments during maintenance; limit it to resources with resources",
          List.of(
              new Option(
                  "windows",
                  "list",
                  "required",
                  "each with a name, and startsAt and endsAt; or recurrence and durationMinutes; or"
                      + " days, from, to"),
              new Option("timezone", "IANA zone", "UTC", "where the clocks of the windows hang")),
          "{type: MaintenanceWindow, resources: {matchLabels: {zone: eu-1}}, windows: [{name:"
              + " disks, startsAt: 2026-03-07T20:00:00Z, endsAt: 2026-03-08T04:00:00Z}]}",
          MaintenanceWindowRule::read);

  private final Windows windows;

  public MaintenanceWindowRule(String name, Scope scope, List<Window> windows) {
    super(TYPE.name(), name, scope);
    this.windows = new Windows(windows);
  }

  private static MaintenanceWindowRule read(Options options) {
    ZoneId zone = options.zone("timezone");
    List<Window> windows = WindowOptions.read(options, "windows", zone);
    if (!options.has("windows")) {
      options.required("windows");
    }
    return new MaintenanceWindowRule(nameIn(options, TYPE.name()), options.scope(), windows);
  }

  @Override
  public Set<Fact> reads() {
    return Set.of();
  }

  @Override
  void narrow(DeploymentResourceContext context, Releases candidates, Narrowing answer) {
    Windows.State state = windows.at(context.now());
    answer.changesAt(state.until());
    if (!state.isActive()) {
      return;
    }
    answer.removeAll(candidates);
    if (answer.explains()) {
      answer.becauseAll(
          candidates,
          Reason.of(
                  "maintenance",
                  "maintenance (" + state.names() + ") until " + Micros.text(state.lastEnd()))
              .with("windows", state.active().stream().map(Window::name).toList())
              .with("endsAt", Micros.text(state.lastEnd())));
    }
  }
}
