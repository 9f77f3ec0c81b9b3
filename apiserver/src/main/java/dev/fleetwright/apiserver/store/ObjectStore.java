package dev.fleetwright.apiserver.store;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.metrics.Histogram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The durable store. One thread writes: it takes all transactions that wait, checks each against
 * the state it will find, writes them in one commit, makes them visible, and only then answers. The
 * more writers wait, the more share one sync of the disk.
 */
public final class ObjectStore implements AutoCloseable {
  private static final int MAX_BATCH = 512;
  private static final Waiting STOP = new Waiting(List.of(), new CompletableFuture<>());

  private static final Waiting PROBE = new Waiting(List.of(), new CompletableFuture<>());
  private static final Duration IDLE = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Path path;
  private final SqliteFile file;
  private final WatchCache cache;
  private final LinkedBlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
  private final List<Consumer<List<Event>>> listeners = new CopyOnWriteArrayList<>();
  private final Thread writer;
  private final Histogram commitTimes = new Histogram();
  private volatile boolean closed;
  private volatile boolean troubled;
  private boolean shrinking;
  private long version;

  private record Waiting(List<Change> changes, CompletableFuture<Outcome> outcome) {}

  private record Accepted(Waiting waiting, List<Event> events) {}

  private ObjectStore(Path path, SqliteFile file, WatchCache cache, long version) {
    this.path = path;
    this.file = file;
    this.cache = cache;
    this.version = version;
    this.writer = Thread.ofPlatform().name("store-writer").daemon(true).unstarted(this::run);
  }

  /**
   * How large things may grow.
   *
   * @param historyEvents how many events are kept for watches to resume from
   * @param historyBytes and how many bytes of them
   * @param fileBytes how large the file may become; 0 for what the disk holds
   */
  public record Limits(int historyEvents, long historyBytes, long fileBytes) {}

  /** Opens or creates the file and reads it into memory. */
  public static ObjectStore open(Path path, Limits limits) throws IOException {
    try {
      var file = new SqliteFile(path);
      try {
        file.limit(limits.fileBytes());
        var cache = new WatchCache(limits.historyEvents(), limits.historyBytes());
        var entries = new ArrayList<Entry>();
        long version = file.load(entries::add);
        cache.start(version);
        entries.forEach(cache::load);
        var store = new ObjectStore(path, file, cache, version);
        store.writer.start();
        return store;
      } catch (SQLException | RuntimeException e) {
        file.close();
        throw e;
      }
    } catch (SQLException e) {
      throw StoreDamage.of(path, e);
    }
  }

  public WatchCache cache() {
    return cache;
  }

  /**
   * Called by the writing thread for each commit once it is visible and before its writers are
   * answered. Must be quick and must not write.
   */
  public void onCommit(Consumer<List<Event>> listener) {
    listeners.add(listener);
  }

  /** Makes all changes or none, and returns when they are on disk. */
  public Outcome commit(List<Change> changes) {
    var waiting = new Waiting(changes, new CompletableFuture<>());
    if (closed) {
      throw Failure.stopping();
    }
    queue.add(waiting);
    if (closed && !writer.isAlive() && queue.remove(waiting)) {
      throw Failure.stopping(); // it came after the last look into the queue
    }
    try {
      return waiting.outcome().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Failure failure) {
        throw failure;
      }
      throw e;
    }
  }

  private void run() {
    Duration wait = IDLE;
    while (true) {
      var batch = new ArrayList<Waiting>();
      try {
        Waiting first = shrinking ? queue.poll(wait.toMillis(), MILLISECONDS) : queue.take();
        if (first == null) {
          shrink();
          wait = PAUSE; // nobody came, so go on
          continue;
        }
        wait = IDLE;
        batch.add(first);
      } catch (InterruptedException e) {
        continue; // nobody but close() ends this thread, and it does so by a message
      }
      queue.drainTo(batch, MAX_BATCH - 1);
      boolean stop = batch.remove(STOP);
      if (batch.removeAll(List.of(PROBE))) {
        probe();
      }
      try {
        process(batch);
      } catch (RuntimeException | Error e) {
        batch.forEach(w -> w.outcome().completeExceptionally(e));
      }
      if (stop) {
        var rest = new ArrayList<Waiting>();
        queue.drainTo(rest);
        rest.forEach(w -> w.outcome().completeExceptionally(Failure.stopping()));
        return;
      }
    }
  }

  private void process(List<Waiting> batch) {
    Map<ObjectKey, @Nullable Entry> ahead = new HashMap<>();
    var accepted = new ArrayList<Accepted>();
    long before = version;
    for (Waiting waiting : batch) {
      ObjectKey stale = firstStale(waiting.changes(), ahead);
      if (stale != null) {
        waiting.outcome().complete(new Outcome.Stale(stale));
      } else {
        accepted.add(new Accepted(waiting, events(waiting.changes(), ahead)));
      }
    }
    List<Event> all = accepted.stream().flatMap(a -> a.events().stream()).toList();
    if (!all.isEmpty()) {
      long start = System.nanoTime();
      try {
        file.commit(all);
        troubled = false;
        shrinking |= all.stream().anyMatch(event -> event.type() == Event.Type.DELETED);
        commitTimes.add(System.nanoTime() - start);
      } catch (SQLException e) {
        version = before;
        troubled = true;
        var failure = Failure.storage(String.valueOf(e.getMessage()));
        accepted.forEach(a -> a.waiting().outcome().completeExceptionally(failure));
        return;
      }
      cache.publish(all);
      for (Consumer<List<Event>> listener : listeners) {
        listener.accept(all);
      }
    }
    accepted.forEach(a -> a.waiting().outcome().complete(new Outcome.Done(a.events())));
  }

  /** Deleted objects leave room in the file; when nobody writes, it is given back. */
  private void shrink() {
    try {
      shrinking = file.shrink();
    } catch (SQLException e) {
      shrinking = false;
    }
  }

  private void probe() {
    try {
      file.probe(version);
      troubled = false;
    } catch (SQLException e) {
      troubled = true;
    }
  }

  /**
   * Whether the last write could be stored. After one that could not, this also tries again, so
   * that the answer becomes true without anyone writing.
   */
  public boolean takesWrites() {
    if (troubled && !closed) {
      queue.add(PROBE);
    }
    return !troubled;
  }

  /** How long commits take, the sync of the disk included. */
  public Histogram commitTimes() {
    return commitTimes;
  }

  /** The size of the files on disk. */
  public long fileBytes() {
    long sum = 0;
    for (String ending : List.of("", "-wal")) {
      try {
        Path part = Path.of(path + ending);
        sum += Files.exists(part) ? Files.size(part) : 0;
      } catch (IOException e) {
        // it went in between
      }
    }
    return sum;
  }

  /**
   * Writes a backup of the present state; others go on writing.
   *
   * @param files what else is to be kept, by name
   */
  public void backup(Path target, Map<String, byte[]> files) throws IOException {
    Backup.write(target, cache.everything(), files);
  }

  private @Nullable ObjectKey firstStale(
      List<Change> changes, Map<ObjectKey, @Nullable Entry> ahead) {
    for (Change change : changes) {
      Entry current = current(change.key(), ahead);
      if ((current == null ? Change.ABSENT : current.version()) != change.expected()) {
        return change.key();
      }
    }
    return null;
  }

  private @Nullable Entry current(ObjectKey key, Map<ObjectKey, @Nullable Entry> ahead) {
    return ahead.containsKey(key) ? ahead.get(key) : cache.get(key);
  }

  private List<Event> events(List<Change> changes, Map<ObjectKey, @Nullable Entry> ahead) {
    var events = new ArrayList<Event>(changes.size());
    for (Change change : changes) {
      Entry previous = current(change.key(), ahead);
      switch (change) {
        case Change.Put put -> {
          Entry entry = entry(put.key(), put.body());
          var type = previous == null ? Event.Type.ADDED : Event.Type.MODIFIED;
          events.add(new Event(type, entry, previous));
          ahead.put(put.key(), entry);
        }
        case Change.Delete delete -> {
          Entry entry = entry(delete.key(), delete.body());
          events.add(new Event(Event.Type.DELETED, entry, previous));
          ahead.put(delete.key(), null);
        }
        case Change.Require _ -> {}
      }
    }
    return events;
  }

  private Entry entry(ObjectKey key, ObjectNode body) {
    version++;
    body.withObject("/metadata").put("resourceVersion", Long.toString(version));
    return new Entry(key, version, Json.bytes(body));
  }

  /** Writes what waits, then closes the file. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    queue.add(STOP);
    boolean interrupted = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    // A writer may have passed the check of `closed` just before; nobody would answer it.
    var late = new ArrayList<Waiting>();
    queue.drainTo(late);
    late.forEach(w -> w.outcome().completeExceptionally(Failure.stopping()));
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      file.close();
    } catch (SQLException e) {
      throw new IllegalStateException("cannot close the store: " + e.getMessage(), e);
    }
  }
}
