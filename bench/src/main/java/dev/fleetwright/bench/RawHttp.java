package dev.fleetwright.bench;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.ssl.SSLContext;

/**
 * One kept connection over TLS. As little work as possible is done on this side, since client and
 * server share the machine.
 */
final class RawHttp implements AutoCloseable {

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final String fixedHeaders;
  private boolean chunked;
  private long length;
  private byte[] chunk = {};
  private int at;

  RawHttp(SSLContext tls, int port, String token) throws IOException {
    socket = tls.getSocketFactory().createSocket("127.0.0.1", port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(120_000);
    in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
    out = new BufferedOutputStream(socket.getOutputStream(), 16 * 1024);
    fixedHeaders =
        "Host: 127.0.0.1:" + port + "\r\nAuthorization: Bearer " + token + "\r\nAccept: */*\r\n";
  }

  /** Sends a request and returns its code; the body is read and thrown away. */
  int send(String method, String path, byte[] body) throws IOException {
    int code = begin(method, path, body);
    skipBody();
    return code;
  }

  /** Sends a request and returns how many bytes its answer has. */
  long download(String path) throws IOException {
    int code = begin("GET", path, new byte[0]);
    long size = skipBody();
    if (code != 200) {
      throw new IOException("GET " + path + " gives " + code);
    }
    return size;
  }

  /** Sends a request and reads the head of its answer; the rest is for {@link #line}. */
  int begin(String method, String path, byte[] body) throws IOException {
    String head =
        method
            + " "
            + path
            + " HTTP/1.1\r\n"
            + fixedHeaders
            + (body.length == 0
                ? "\r\n"
                : "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n");
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    out.write(body);
    out.flush();
    String status = headerLine();
    chunked = false;
    length = 0;
    for (String line = headerLine(); !line.isEmpty(); line = headerLine()) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Long.parseLong(lower.substring(15).strip());
      } else if (lower.startsWith("transfer-encoding:") && lower.contains("chunked")) {
        chunked = true;
      }
    }
    return Integer.parseInt(status.substring(9, 12));
  }

  private String headerLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server hung up");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  private long skipBody() throws IOException {
    if (!chunked) {
      in.skipNBytes(length);
      return length;
    }
    long all = 0;
    for (long size = chunkSize(); size > 0; size = chunkSize()) {
      in.skipNBytes(size + 2);
      all += size;
    }
    headerLine();
    return all;
  }

  private long chunkSize() throws IOException {
    String line = headerLine();
    int end = line.indexOf(';');
    return Long.parseLong((end < 0 ? line : line.substring(0, end)).strip(), 16);
  }

  /** The next line of a stream that comes in chunks. */
  byte[] line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(4_096);
    while (true) {
      if (at == chunk.length) {
        int size = (int) chunkSize();
        if (size == 0) {
          throw new EOFException("the watch has ended");
        }
        chunk = in.readNBytes(size);
        at = 0;
        in.skipNBytes(2);
      }
      int end = at;
      while (end < chunk.length && chunk[end] != '\n') {
        end++;
      }
      line.write(chunk, at, end - at);
      at = Math.min(chunk.length, end + 1);
      if (end < chunk.length) {
        return line.toByteArray();
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
