package dev.fleetwright.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process of the platform. It can be killed, paused and started again, as often as needed. */
final class Part implements AutoCloseable {

  /** What hub, agent and broker say once they are up. */
  static final String UP = " runs; ";

  private final String name;
  private final List<String> command;
  private final Path log;
  private @Nullable Process process;
  private int begun;

  private Part(String name, List<String> command, Path log) {
    this.name = name;
    this.command = command;
    this.log = log;
    Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
  }

  /** A Java program of the test's own class path; not started yet. */
  static Part java(String name, Path folder, Class<?> main, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    return new Part(name, command, folder.resolve(name + ".log"));
  }

  String name() {
    return name;
  }

  synchronized void start() throws IOException {
    if (process != null) {
      throw new IllegalStateException(name + " is running");
    }
    begun = said().length();
    File file = log.toFile();
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(file))
            .start();
  }

  /** Returns when it says that it runs. */
  void startAndWait() throws IOException, InterruptedException {
    start();
    Bed.await(name + " is up", this::isUp, this::said);
  }

  /** For a command that is no server: its exit code. */
  synchronized int runToItsEnd() throws IOException, InterruptedException {
    start();
    Process running = Objects.requireNonNull(process);
    process = null;
    assertThat(running.waitFor(Bed.PATIENCE)).as(name + " ends: " + said()).isTrue();
    return running.exitValue();
  }

  /** Whether it has said that it runs since it was started last. */
  synchronized boolean isUp() {
    return process != null && said().substring(begun).contains(UP);
  }

  /** SIGKILL: nothing is closed, nothing is said. */
  synchronized void kill() {
    Process running = process;
    if (running != null) {
      process = null;
      running.destroyForcibly().onExit().join();
    }
  }

  /** SIGSTOP: it is there and does nothing, and does not know that time passes. */
  void pause() throws IOException, InterruptedException {
    signal("-STOP");
  }

  void resume() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private synchronized void signal(String which) throws IOException, InterruptedException {
    Process running = process;
    if (running == null) {
      throw new IllegalStateException(name + " does not run");
    }
    Process kill = new ProcessBuilder("kill", which, String.valueOf(running.pid())).start();
    assertThat(kill.waitFor(10, TimeUnit.SECONDS) && kill.exitValue() == 0).isTrue();
  }

  /** Whether it has said this since its first start. */
  boolean hasSaid(String text) {
    return said().contains(text);
  }

  String said() {
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
