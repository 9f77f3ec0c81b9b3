package dev.fleetwright.amqp;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeoutException;

/** Opens connections to one broker. The library's own recovery is off: ours covers all cases. */
record Connector(BrokerAddress address, String name) {

  private static final int CONNECT_MILLIS = 5_000;
  private static final int HANDSHAKE_MILLIS = 10_000;
  private static final int HEARTBEAT_SECONDS = 10;

  Connection open() throws IOException, TimeoutException, GeneralSecurityException {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(address.host());
    factory.setPort(address.port());
    factory.setVirtualHost(address.virtualHost());
    factory.setUsername(address.user());
    factory.setPassword(address.password());
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    factory.setConnectionTimeout(CONNECT_MILLIS);
    factory.setHandshakeTimeout(HANDSHAKE_MILLIS);
    factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
    if (address.tls()) {
      factory.useSslProtocol(address.tlsFiles().context());
      factory.enableHostnameVerification();
    }
    return factory.newConnection(name);
  }
}
