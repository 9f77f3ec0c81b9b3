package dev.fleetwright.cli.render;

import dev.fleetwright.render.RenderOptions;
import dev.fleetwright.render.matching.Strategy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What rendering needs to know; the same for each command that renders. */
final class ModuleOptions {

  @Option(
      names = "--provider",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "kubernetes",
      description = "Platforms to render for, e.g. kubernetes,docker-compose.")
  List<String> providers = new ArrayList<>();

  @Option(
      names = "--provider-path",
      paramLabel = "DIR",
      description =
          "Files or folders with definitions, transformers and providers of your own; jars in a"
              + " folder bring transformers in Java. May be repeated.")
  List<String> providerPaths = new ArrayList<>();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "The namespace of all objects.")
  @Nullable String namespace;

  @Option(
      names = "--values",
      paramLabel = "FILE",
      description = "Values for the module; later files win. May be repeated.")
  List<String> values = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "a.b=c",
      description = "One value, above those of files; c is read as YAML. May be repeated.")
  List<String> settings = new ArrayList<>();

  @Option(names = "--environment", paramLabel = "E", description = "context.environment")
  @Nullable String environment;

  @Option(names = "--region", paramLabel = "R", description = "context.region")
  @Nullable String region;

  @Option(
      names = "--strategy",
      defaultValue = "all",
      description = "Which matching transformers are used: ${COMPLETION-CANDIDATES}.")
  Strategy strategy = Strategy.ALL;

  @Option(
      names = "--min-score",
      paramLabel = "N",
      defaultValue = "0",
      description = "The least score for --strategy threshold.")
  int minScore;

  @Option(names = "--strict", description = "Take warnings for errors.")
  boolean strict;

  RenderOptions renderOptions() {
    return new RenderOptions(strategy, minScore, strict);
  }
}
