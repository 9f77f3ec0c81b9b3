package dev.fleetwright.amqp;

import dev.fleetwright.model.Problem;
import java.util.List;

/** A message from a queue. It stays there until one of the three answers is given. */
public interface Delivery {

  String key();

  byte[] body();

  /** The broker's user who sent it; empty when the message does not say. */
  String sender();

  /** Its effect is stored: the broker may forget it. */
  void acknowledge();

  /** It cannot be dealt with now: the broker is to deliver it again. */
  void giveBack();

  /** It will never be dealt with: it goes to the dead letters with the reasons. */
  void bury(List<Problem> reasons);
}
