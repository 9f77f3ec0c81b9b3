package dev.fleetwright.amqp;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import dev.fleetwright.model.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages that nobody could deal with, with the reasons: kept for people to look at and, when the
 * cause is mended, to send again.
 */
public final class DeadLetters {

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);
  private static final int MOST_KEPT = 10_000;
  private static final int TRIM_EVERY = 100;
  private static final int LONGEST_REASONS = 8_000;
  private static final int MOST_REASONS = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String KEY = "fw-key";
  private static final String QUEUE = "fw-queue";
  private static final String REASONS = "fw-reasons";
  private static final String SENDER = "fw-sender";

  /**
   * What became of letters that were to be sent again.
   *
   * @param sent in a queue again, and no dead letters any more
   * @param kept still dead letters, since no queue takes them or the broker did not answer
   */
  public record Replay(List<DeadLetter> sent, List<DeadLetter> kept) {}

  /** Opens a channel of its own on the present connection. */
  interface Channels {
    Channel open() throws IOException;
  }

  private final Channels channels;
  private final Outbox outbox;
  private final AtomicLong buried = new AtomicLong();

  DeadLetters(Channels channels, Outbox outbox) {
    this.channels = channels;
    this.outbox = outbox;
  }

  CompletableFuture<PublishResult> bury(
      String queue, String key, String sender, byte[] body, List<Problem> reasons) {
    String text = text(reasons);
    LOG.warn("dead letter from {}: {}: {}", queue, printable(key), printable(text));
    if (buried.getAndIncrement() % TRIM_EVERY == 0) {
      trim();
    }
    Map<String, Object> headers = Map.of(KEY, key, QUEUE, queue, REASONS, text, SENDER, sender);
    return outbox.publish(Topology.DEAD_LETTER_EXCHANGE, "", headers, body);
  }

  private static String text(List<Problem> reasons) {
    String text =
        String.join("\n", reasons.stream().map(DeadLetters::line).limit(MOST_REASONS).toList());
    return text.length() > LONGEST_REASONS ? text.substring(0, LONGEST_REASONS) : text;
  }

  private static String line(Problem problem) {
    String where = problem.path().isEmpty() ? "" : problem.path() + ": ";
    return where + problem.message() + " [" + problem.code() + "]";
  }

  /** What others sent must not forge lines in our log. */
  private static String printable(String text) {
    return text.replaceAll("[\\p{Cntrl}]", " ");
  }

  /**
   * The oldest letters; they stay where they are.
   *
   * @throws IOException when the broker cannot be asked
   */
  public List<DeadLetter> list(int most) throws IOException {
    List<DeadLetter> found = new ArrayList<>();
    Channel channel = channels.open();
    try {
      long last = -1;
      while (found.size() < most) {
        GetResponse got = channel.basicGet(Topology.DEAD_LETTER_QUEUE, false);
        if (got == null) {
          break;
        }
        last = got.getEnvelope().getDeliveryTag();
        found.add(letter(got));
      }
      if (last >= 0) {
        channel.basicNack(last, true, true);
      }
    } catch (RuntimeException e) {
      throw lost(e);
    } finally {
      closeQuietly(channel);
    }
    return List.copyOf(found);
  }

  /**
   * Sends letters again under their own keys. A letter leaves the dead ones only when a queue has
   * it, so a crash in the middle can send one twice and loses none. One that is refused again
   * becomes a new letter.
   *
   * @throws IOException when the broker cannot be asked
   */
  public Replay replay(Predicate<DeadLetter> chosen) throws IOException {
    List<DeadLetter> sent = new ArrayList<>();
    List<DeadLetter> kept = new ArrayList<>();
    List<Long> untouched = new ArrayList<>();
    Channel channel = channels.open();
    try {
      // Only those that are there now: what is refused again must not be taken again.
      long there = channel.messageCount(Topology.DEAD_LETTER_QUEUE);
      for (long i = 0; i < there; i++) {
        GetResponse got = channel.basicGet(Topology.DEAD_LETTER_QUEUE, false);
        if (got == null) {
          break;
        }
        long tag = got.getEnvelope().getDeliveryTag();
        DeadLetter letter = letter(got);
        if (!chosen.test(letter)) {
          untouched.add(tag);
        } else if (sendAgain(letter, got.getBody())) {
          channel.basicAck(tag, false);
          sent.add(letter);
        } else {
          untouched.add(tag);
          kept.add(letter);
        }
      }
      for (long tag : untouched.reversed()) {
        channel.basicNack(tag, false, true);
      }
    } catch (RuntimeException e) {
      throw lost(e);
    } finally {
      closeQuietly(channel);
    }
    return new Replay(List.copyOf(sent), List.copyOf(kept));
  }

  private boolean sendAgain(DeadLetter letter, byte[] body) throws IOException {
    try {
      return outbox
              .publish(Topology.CONTROL_EXCHANGE, letter.key(), Map.of(), body)
              .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
          == PublishResult.CONFIRMED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while letters were sent again", e);
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** Kept in bounds by our own code, the same on every broker: the oldest go first. */
  private void trim() {
    try {
      Channel channel = channels.open();
      try {
        long excess = channel.messageCount(Topology.DEAD_LETTER_QUEUE) - MOST_KEPT + TRIM_EVERY;
        for (; excess > 0; excess--) {
          if (channel.basicGet(Topology.DEAD_LETTER_QUEUE, true) == null) {
            break;
          }
        }
      } finally {
        closeQuietly(channel);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("the dead letters were not trimmed", e);
    }
  }

  private static DeadLetter letter(GetResponse got) {
    Map<String, Object> headers =
        got.getProps().getHeaders() == null ? Map.of() : got.getProps().getHeaders();
    Date sent = got.getProps().getTimestamp();
    return new DeadLetter(
        String.valueOf(got.getProps().getMessageId()),
        header(headers, KEY),
        header(headers, QUEUE),
        header(headers, SENDER),
        sent == null ? Instant.EPOCH : sent.toInstant(),
        header(headers, REASONS),
        new String(got.getBody(), StandardCharsets.UTF_8));
  }

  private static String header(Map<String, Object> headers, String name) {
    Object value = headers.get(name);
    return value == null ? "" : value.toString();
  }

  private static IOException lost(RuntimeException e) {
    return new IOException("the connection to the broker was lost meanwhile", e);
  }

  private static void closeQuietly(Channel channel) {
    try {
      channel.close();
    } catch (IOException | TimeoutException | RuntimeException e) {
      LOG.debug("closing a channel", e);
    }
  }
}
