package dev.fleetwright.capability.matching;

import java.util.List;

/** What would have to change for a requirement that nothing satisfies. */
public sealed interface Hint {

  /** What is in the way, for people. */
  String finding();

  /** What to do about it. */
  String fix();

  /**
   * The nearest provider of the capability.
   *
   * @param rejections every rule that it fails
   */
  record NearestMiss(Need need, Provision provision, List<Rejection> rejections) implements Hint {

    public NearestMiss {
      rejections = List.copyOf(rejections);
    }

    @Override
    public String finding() {
      return provision.described()
          + "; the requirement wants "
          + String.join(" and ", rejections.stream().map(Rejection::wanted).toList());
    }

    @Override
    public String fix() {
      return String.join("; and ", rejections.stream().map(Rejection::fix).toList());
    }
  }

  /** Nothing provides the capability, and the name of another is near. */
  record OtherName(String capabilityId, String similar) implements Hint {

    @Override
    public String finding() {
      return "no module of the game provides " + capabilityId;
    }

    @Override
    public String fix() {
      return "did you mean " + similar + "?";
    }
  }

  /** Nothing provides the capability. */
  record NoProvider(String capabilityId) implements Hint {

    @Override
    public String finding() {
      return "no module of the game provides " + capabilityId;
    }

    @Override
    public String fix() {
      return "add a module that provides " + capabilityId + " to spec.modules of the game";
    }
  }

  /** A module that does not take part in the game would satisfy the requirement. */
  record NotInGame(Provision provision) implements Hint {

    @Override
    public String finding() {
      return provision.described() + ", and is not in the game";
    }

    @Override
    public String fix() {
      return "add " + provision.module() + " to spec.modules of the game";
    }
  }
}
