package dev.fleetwright.cli.up;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the commands of a tour are pasted: in the checkout, or anywhere when there is none.
 *
 * @param preparation commands to paste first
 * @param program how the program is called there
 * @param files the folder of the tour's files, as it is written there
 * @param absoluteFiles the same folder from anywhere
 */
record TourPlace(List<String> preparation, String program, String files, Path absoluteFiles) {

  private static final List<String> NAMES =
      List.of(
          "1-new-release.yaml",
          "2-approval.yaml",
          "3-freeze.yaml",
          "3-hotfix.yaml",
          "4-broken-requirement.yaml",
          "4-mended-requirement.yaml",
          "5-while-away.yaml",
          "6-swarm.yaml");

  /**
   * @param checkout what the launcher says; null when it was not started by it
   * @param data a folder of the demo, which gets the files where there is no checkout
   */
  static TourPlace find(@Nullable Path checkout, Path data, Path kubeconfig) throws IOException {
    String export = "export KUBECONFIG=" + quoted(kubeconfig.toAbsolutePath().toString());
    if (checkout != null && Files.isDirectory(checkout.resolve("examples/tour"))) {
      return new TourPlace(
          List.of("cd " + quoted(checkout.toString()), export),
          "./fleetwright",
          "examples/tour",
          checkout.resolve("examples/tour"));
    }
    Path folder = Files.createDirectories(data.toAbsolutePath().resolve("tour"));
    for (String name : NAMES) {
      try (InputStream in = TourPlace.class.getResourceAsStream("tour/" + name)) {
        if (in == null) {
          throw new IOException("the file " + name + " of the tour is missing from the jar");
        }
        Files.copy(in, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return new TourPlace(
        List.of("cd " + quoted(data.toAbsolutePath().toString()), export),
        "fleetwright",
        "tour",
        folder);
  }

  /** As a shell takes it for one word. */
  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./@%+=:,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
