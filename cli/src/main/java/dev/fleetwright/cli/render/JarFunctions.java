package dev.fleetwright.cli.render;

import dev.fleetwright.render.transform.TransformFunction;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Transformers in Java from jars in a provider's folder. */
final class JarFunctions {

  private JarFunctions() {}

  static Iterable<TransformFunction> in(List<String> paths) {
    List<URL> jars = new ArrayList<>();
    for (String path : paths) {
      Path folder = Path.of(path);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          for (Path file : files.filter(f -> f.toString().endsWith(".jar")).sorted().toList()) {
            jars.add(file.toUri().toURL());
          }
        } catch (IOException e) {
          // The folder's documents are read from the same place and report that it is unreadable.
          jars.clear();
        }
      }
    }
    if (jars.isEmpty()) {
      return List.of();
    }
    URLClassLoader loader =
        new URLClassLoader(jars.toArray(URL[]::new), JarFunctions.class.getClassLoader());
    return ServiceLoader.load(TransformFunction.class, loader);
  }
}
