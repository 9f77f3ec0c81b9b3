package dev.fleetwright.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import java.net.ConnectException;
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

  private static ConnectionFactory factory(BrokerAddress address, String password) {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(address.host());
    factory.setPort(address.port());
    factory.setUsername(address.user());
    factory.setPassword(password);
    return factory;
  }
}
