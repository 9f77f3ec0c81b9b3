package dev.fleetwright.status;

import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The case files: {@code why}, {@code given}, {@code expect}. */
final class Cases {

  record Case(String name, Node why, Node given, Node expect) {}

  private Cases() {}

  static List<Case> in(String folder) {
    Path root = Path.of("src/test/resources/cases").resolve(folder);
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .map(file -> read(root, file))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Case read(Path root, Path file) {
    Node node = document(file);
    return new Case(
        root.relativize(file).toString().replace(".yaml", ""),
        part(node, "why"),
        part(node, "given"),
        part(node, "expect"));
  }

  static Node document(Path file) {
    try {
      DocumentReader.Documents documents =
          new DocumentReader().read(new Source(file.toString(), Files.readString(file)));
      if (documents.roots().size() != 1 || documents.hasErrors()) {
        throw new IllegalStateException(file + ": " + documents.problems());
      }
      return documents.roots().getFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Node part(Node node, String name) {
    Node part = node.child(name);
    if (part == null) {
      throw new IllegalStateException(node.place() + ": no " + name);
    }
    return part;
  }
}
