package dev.fleetwright.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Is there room for the data, and may we write there? */
record DiskCheck(Path data, long wantedBytes) implements Supplier<Finding> {

  @Override
  public Finding get() {
    Path existing = data.toAbsolutePath().normalize();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing)) {
      return Finding.fail("disk", existing + " is no folder", "choose another with --data");
    }
    if (!Files.isWritable(existing)) {
      return Finding.fail("disk", existing + " is not writable", "choose another with --data");
    }
    try {
      long free = Files.getFileStore(existing).getUsableSpace();
      String found = (free >> 20) + " MiB free for " + data;
      return free < wantedBytes
          ? Finding.fail(
              "disk",
              found + ", wanted " + (wantedBytes >> 20) + " MiB",
              "free some space, or choose another folder with --data")
          : Finding.ok("disk", found);
    } catch (IOException e) {
      return Finding.warn(
          "disk", "cannot tell how much is free: " + e.getMessage(), "check with df -h");
    }
  }
}
