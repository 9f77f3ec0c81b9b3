package dev.fleetwright.release.policy;

import dev.fleetwright.documents.Kind;
import dev.fleetwright.documents.NameRule;
import dev.fleetwright.release.kinds.ApprovalObject;
import dev.fleetwright.release.kinds.BypassObject;
import dev.fleetwright.release.kinds.FreezeObject;
import dev.fleetwright.release.kinds.PinObject;
import dev.fleetwright.release.kinds.ReleaseObject;
import dev.fleetwright.release.kinds.ReleasePolicyObject;
import dev.fleetwright.release.kinds.ReleaseTargetObject;
import java.util.List;

/** The kinds that releases are chosen from. Approvals and holds need no name in a file. */
public final class ReleaseKinds {

  public static final String API_VERSION = "release.fleetwright.dev/v1alpha1";

  public static final List<Kind<?>> ALL =
      List.of(
          Kind.of(API_VERSION, "Release", ReleaseObject.class).named(NameRule.ANY),
          Kind.of(API_VERSION, "ReleasePolicy", ReleasePolicyObject.class).named(NameRule.ANY),
          Kind.of(API_VERSION, "ReleaseTarget", ReleaseTargetObject.class).named(NameRule.ANY),
          Kind.of(API_VERSION, "Approval", ApprovalObject.class).named(NameRule.OPTIONAL),
          Kind.of(API_VERSION, "Freeze", FreezeObject.class).named(NameRule.OPTIONAL),
          Kind.of(API_VERSION, "Pin", PinObject.class).named(NameRule.OPTIONAL),
          Kind.of(API_VERSION, "Bypass", BypassObject.class).named(NameRule.OPTIONAL));

  private ReleaseKinds() {}
}
