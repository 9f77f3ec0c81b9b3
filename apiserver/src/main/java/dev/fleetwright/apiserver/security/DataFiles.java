package dev.fleetwright.apiserver.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The small files of a data directory that a backup carries: certificates, keys and tokens. */
public final class DataFiles {
  private static final List<String> FIXED =
      List.of("ca.crt", "ca.key", "server.crt", "server.key", "admin.token", "accounts.key");
  private static final Pattern TOKEN = Pattern.compile("tokens/[A-Za-z0-9%*+_-][A-Za-z0-9%*+._-]*");

  private DataFiles() {}

  public static Map<String, byte[]> read(Path directory) throws IOException {
    var files = new TreeMap<String, byte[]>();
    for (String name : FIXED) {
      if (Files.isRegularFile(directory.resolve(name))) {
        files.put(name, Files.readAllBytes(directory.resolve(name)));
      }
    }
    Path tokens = directory.resolve("tokens");
    if (Files.isDirectory(tokens)) {
      try (Stream<Path> list = Files.list(tokens)) {
        for (Path file : list.filter(f -> f.toString().endsWith(".token")).toList()) {
          files.put("tokens/" + file.getFileName(), Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  /** Writes them for their owner only; a name that no backup of ours has is a failure. */
  public static void write(Path directory, Map<String, byte[]> files) throws IOException {
    for (String name : files.keySet()) {
      if (!FIXED.contains(name) && !TOKEN.matcher(name).matches()) {
        throw new IOException("the backup holds a file \"" + name + "\", which is not ours");
      }
    }
    PrivateFile.createDirectory(directory);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      if (file.getKey().startsWith("tokens/")) {
        PrivateFile.createDirectory(directory.resolve("tokens"));
      }
      PrivateFile.write(directory.resolve(file.getKey()), file.getValue());
    }
  }
}
