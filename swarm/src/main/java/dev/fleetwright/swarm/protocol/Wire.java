package dev.fleetwright.swarm.protocol;

import java.nio.charset.StandardCharsets;

/**
 * A message that was checked against the AsyncAPI file and is ready to be sent. Only {@link
 * Protocol} makes one, so a transport that takes a Wire cannot send anything else.
 */
public final class Wire {

  private final String key;
  private final byte[] body;

  Wire(String key, byte[] body) {
    this.key = key;
    this.body = body;
  }

  public String key() {
    return key;
  }

  public byte[] body() {
    return body.clone();
  }

  @Override
  public String toString() {
    return key + " " + new String(body, StandardCharsets.UTF_8);
  }
}
