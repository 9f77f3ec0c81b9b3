package dev.fleetwright.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EmbeddedBrokerTest {

  @Test
  void startsLetsItsUserInAndStops() throws Exception {
    BrokerAddress address;
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      address = broker.address();
      assertThat(address.port()).isPositive();
      assertThat(address.toString()).doesNotContain(address.password());
      try (Connection connection = factory(address, address.password()).newConnection()) {
        assertThat(connection.isOpen()).isTrue();
      }
      assertThatThrownBy(() -> factory(address, "wrong").newConnection())
          .isInstanceOf(PossibleAuthenticationFailureException.class);
      assertThatThrownBy(() -> EmbeddedBroker.start(address.port()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("port " + address.port());
    }
    assertThatThrownBy(() -> factory(address, address.password()).newConnection())
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void whoAsksIsToldWhenThereIsAConnectionAgain() throws Exception {
    AtomicInteger told = new AtomicInteger();
    AtomicInteger toldNoMore = new AtomicInteger();
    Runnable forAWhile = toldNoMore::incrementAndGet;
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    BrokerAddress address =
        new BrokerAddress("127.0.0.1", port, "/", "fleetwright", "secret", false);
    try (AmqpTransport transport =
        new AmqpTransport(address, "waiting", Clock.systemUTC(), TestBrokers.QUICK)) {
      transport.onReturn(told::incrementAndGet);
      transport.onReturn(forAWhile);
      transport.notOnReturn(forAWhile);
      try (EmbeddedBroker _ = EmbeddedBroker.start(port, "secret")) {
        assertThat(transport.awaitConnected(Duration.ofSeconds(30))).isTrue();
      }
      TestBrokers.await("the connection is lost", () -> !transport.isConnected());
      assertThat(told).as("it is no return to connect for the first time").hasValue(0);
      try (EmbeddedBroker _ = EmbeddedBroker.start(port, "secret")) {
        TestBrokers.await("it is told", () -> told.get() == 1);
      }
    }
    assertThat(toldNoMore).hasValue(0);
  }

  private static ConnectionFactory factory(BrokerAddress address, String password) {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(address.host());
    factory.setPort(address.port());
    factory.setUsername(address.user());
    factory.setPassword(password);
    return factory;
  }
}
