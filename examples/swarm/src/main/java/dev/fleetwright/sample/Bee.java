package dev.fleetwright.sample;

import dev.fleetwright.component.Settings;

/** The work of one component; the control plane around it is the library's. */
interface Bee {

  /** Works with these settings from now on, or refuses them by throwing. */
  void use(Settings settings) throws Exception;

  /** Takes nothing new and ends what was begun. */
  void stop();

  boolean isWell();

  /** How many items went through it. */
  long count();
}
