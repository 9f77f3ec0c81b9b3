package dev.fleetwright.documents;

/**
 * How much is read before reading stops with a problem. The defaults are far above what people
 * write by hand and low enough that hostile input ends within moments.
 *
 * @param fileBytes bytes of one file
 * @param totalBytes bytes of all files of one run
 * @param files files of one run
 * @param documents documents of one run
 * @param depth how deep mappings and lists nest
 * @param nodes values of one run, counting what aliases expand to
 * @param aliases aliases of one document
 * @param aliasedNodes values that the aliases of one document expand to
 * @param keyLength characters of one key
 * @param problems errors that are kept, and likewise warnings; the rest is counted
 */
public record Limits(
    int fileBytes,
    long totalBytes,
    int files,
    int documents,
    int depth,
    int nodes,
    int aliases,
    int aliasedNodes,
    int keyLength,
    int problems) {

  public static final Limits DEFAULT =
      new Limits(
          8 * 1024 * 1024,
          64L * 1024 * 1024,
          10_000,
          20_000,
          100,
          2_000_000,
          1_000,
          100_000,
          1_024,
          100);

  public Limits {
    if (fileBytes < 1
        || totalBytes < 1
        || files < 1
        || documents < 1
        || depth < 1
        || depth > Node.DEEPEST
        || nodes < 1
        || aliases < 0
        || aliasedNodes < 0
        || keyLength < 1
        || problems < 1) {
      throw new IllegalArgumentException(
          "limits are positive, and depth is at most "
              + Node.DEEPEST
              + ": "
              + fileBytes
              + " "
              + totalBytes
              + " "
              + files
              + " "
              + documents
              + " "
              + depth
              + " "
              + nodes
              + " "
              + aliases
              + " "
              + aliasedNodes
              + " "
              + keyLength
              + " "
              + problems);
    }
  }

  public Limits withFileBytes(int bytes) {
    return new Limits(
        bytes,
        totalBytes,
        files,
        documents,
        depth,
        nodes,
        aliases,
        aliasedNodes,
        keyLength,
        problems);
  }

  public Limits withTotalBytes(long bytes) {
    return new Limits(
        fileBytes,
        bytes,
        files,
        documents,
        depth,
        nodes,
        aliases,
        aliasedNodes,
        keyLength,
        problems);
  }

  public Limits withFiles(int count) {
    return new Limits(
        fileBytes,
        totalBytes,
        count,
        documents,
        depth,
        nodes,
        aliases,
        aliasedNodes,
        keyLength,
        problems);
  }

  public Limits withDocuments(int count) {
    return new Limits(
        fileBytes,
        totalBytes,
        files,
        count,
        depth,
        nodes,
        aliases,
        aliasedNodes,
        keyLength,
        problems);
  }

  public Limits withDepth(int levels) {
    return new Limits(
        fileBytes,
        totalBytes,
        files,
        documents,
        levels,
        nodes,
        aliases,
        aliasedNodes,
        keyLength,
        problems);
  }

  public Limits withNodes(int count) {
    return new Limits(
        fileBytes,
        totalBytes,
        files,
        documents,
        depth,
        count,
        aliases,
        aliasedNodes,
        keyLength,
        problems);
  }

  public Limits withAliases(int count, int expandedNodes) {
    return new Limits(
        fileBytes,
        totalBytes,
        files,
        documents,
        depth,
        nodes,
        count,
        expandedNodes,
        keyLength,
        problems);
  }
}
