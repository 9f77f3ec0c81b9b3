package dev.fleetwright.cli.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A cable between a client and a port of this machine, which can be cut, pulled out, or be long.
 */
final class TcpProxy implements AutoCloseable {

  private enum Mode {
    PASSING,
    CUT,
    FROZEN
  }

  private final int target;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private Mode mode = Mode.PASSING;
  private volatile Duration latency = Duration.ZERO;

  private TcpProxy(int target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
  }

  static TcpProxy to(int port) throws IOException {
    TcpProxy proxy = new TcpProxy(port);
    Thread.ofVirtual().start(proxy::accept);
    return proxy;
  }

  int port() {
    return server.getLocalPort();
  }

  /** All connections end, and new ones do too. */
  void cut() {
    set(Mode.CUT);
    open.forEach(TcpProxy::closeQuietly);
  }

  /** Connections stay and nothing goes through them, as when a cable is pulled. */
  void freeze() {
    set(Mode.FROZEN);
  }

  void heal() {
    set(Mode.PASSING);
  }

  /** Everything takes this much longer from now on. */
  void delay(Duration each) {
    latency = each;
  }

  private void set(Mode next) {
    lock.lock();
    try {
      mode = next;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private Mode awaitNotFrozen() throws InterruptedException {
    lock.lock();
    try {
      while (mode == Mode.FROZEN) {
        changed.await();
      }
      return mode;
    } finally {
      lock.unlock();
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Thread.ofVirtual().start(() -> connect(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void connect(Socket client) {
    open.add(client);
    try {
      if (awaitNotFrozen() == Mode.CUT) {
        closeQuietly(client);
        return;
      }
      Socket other = new Socket(InetAddress.getLoopbackAddress(), target);
      open.add(other);
      Thread.ofVirtual().start(() -> pump(client, other));
      Thread.ofVirtual().start(() -> pump(other, client));
    } catch (IOException | InterruptedException e) {
      closeQuietly(client);
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[16_384];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
        Thread.sleep(latency);
        if (awaitNotFrozen() == Mode.CUT) {
          return;
        }
        out.write(buffer, 0, n);
      }
    } catch (IOException | InterruptedException e) {
      // one side has ended
    } finally {
      open.remove(from);
      open.remove(to);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is closed
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    cut();
  }
}
