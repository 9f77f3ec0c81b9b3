package dev.fleetwright.render.catalog;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something that a component can be made of, known by its fully qualified name. */
public sealed interface Definition {

  Metadata metadata();

  SpecField spec();

  DefinitionKind kind();

  default String fqn() {
    return metadata().fqn();
  }

  /** The value for a component that says nothing; a transformer reads it too. */
  default @Nullable Object defaults() {
    return spec().defaults();
  }

  record Resource(Metadata metadata, SpecField spec) implements Definition {
    @Override
    public DefinitionKind kind() {
      return DefinitionKind.RESOURCE;
    }
  }

  /**
   * Changes how resources behave.
   *
   * @param appliesTo resources of which a component must have one; empty: any
   */
  record Trait(Metadata metadata, SpecField spec, List<String> appliesTo) implements Definition {
    public Trait {
      appliesTo = List.copyOf(appliesTo);
    }

    @Override
    public DefinitionKind kind() {
      return DefinitionKind.TRAIT;
    }
  }

  record Policy(
      Metadata metadata, SpecField spec, Target target, Enforcement enforcement, List<Rule> rules)
      implements Definition {
    public Policy {
      rules = List.copyOf(rules);
    }

    @Override
    public DefinitionKind kind() {
      return DefinitionKind.POLICY;
    }
  }

  /**
   * Several definitions under one simpler field.
   *
   * @param labels put on the component, e.g. its workload type
   * @param mapping templates of the composed definitions' fields, with this blueprint's own field
   *     as {@code spec}
   */
  record Blueprint(
      Metadata metadata,
      SpecField spec,
      List<String> composedResources,
      List<String> composedTraits,
      Map<String, String> labels,
      Map<String, @Nullable Object> mapping)
      implements Definition {
    public Blueprint {
      composedResources = List.copyOf(composedResources);
      composedTraits = List.copyOf(composedTraits);
      labels = Map.copyOf(labels);
    }

    @Override
    public DefinitionKind kind() {
      return DefinitionKind.BLUEPRINT;
    }
  }

  /** What a policy is put on. */
  enum Target {
    COMPONENT,
    SCOPE
  }

  /** What happens when a rule of a policy does not hold. */
  enum OnViolation {
    BLOCK,
    WARN,
    AUDIT
  }

  /** When a policy is looked at; here that is before deployment, the rest is the platform's. */
  enum Mode {
    DEPLOYMENT,
    RUNTIME,
    BOTH
  }

  record Enforcement(Mode mode, OnViolation onViolation) {}

  /**
   * A condition that a policy puts on a component.
   *
   * @param rule CEL over {@code component} and {@code context} that must be true
   */
  record Rule(String rule, String message, String nextStep) {}
}
