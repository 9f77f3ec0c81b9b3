package dev.fleetwright.hub.e2e;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Writes down what a hub writes, and breaks what it is told to break. */
final class HubTraffic implements Interceptor {

  private final List<String> writes = new CopyOnWriteArrayList<>();
  private final AtomicInteger toBreak = new AtomicInteger();
  private volatile Predicate<String> broken = _ -> false;

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    if (request.method().equals("GET")) {
      return;
    }
    String write = request.method() + " " + request.uri().getPath();
    if (broken.test(write) && toBreak.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      throw new IllegalStateException("the connection is lost");
    }
    writes.add(write);
  }

  /** Such writes fail as if the connection was lost, so often. */
  void breakWrites(int times, Predicate<String> which) {
    broken = which;
    toBreak.set(times);
  }

  int leftToBreak() {
    return toBreak.get();
  }

  /** Method and path of every write since the last call of {@link #forget}. */
  List<String> writes() {
    return List.copyOf(writes);
  }

  void forget() {
    writes.clear();
  }
}
