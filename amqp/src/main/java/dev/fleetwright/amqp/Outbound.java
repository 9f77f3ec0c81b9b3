package dev.fleetwright.amqp;

import com.rabbitmq.client.AMQP;
import java.util.concurrent.CompletableFuture;

/** A message between the call to publish and the broker's answer. */
final class Outbound {
  final String exchange;
  final String key;
  final AMQP.BasicProperties properties;
  final byte[] body;
  final CompletableFuture<PublishResult> result = new CompletableFuture<>();
  int refusals;
  boolean returned;

  Outbound(String exchange, String key, AMQP.BasicProperties properties, byte[] body) {
    this.exchange = exchange;
    this.key = key;
    this.properties = properties;
    this.body = body;
  }
}
