package dev.fleetwright.render;

import dev.fleetwright.render.module.Module;
import dev.fleetwright.render.module.TransformerContext;
import dev.fleetwright.render.transform.Provider;

/** Renders modules: a pure function of what it is given. */
public final class Render {

  /** The version of OPM that this is, which a provider's {@code minVersion} is compared with. */
  public static final String CORE_VERSION = "1.0.0";

  private Render() {}

  public static Rendering render(Module module, Provider provider, TransformerContext context) {
    return render(module, provider, context, RenderOptions.DEFAULT);
  }

  public static Rendering render(
      Module module, Provider provider, TransformerContext context, RenderOptions options) {
    return new RenderRun(module, provider, context, options).run();
  }
}
