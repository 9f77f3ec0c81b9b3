package dev.fleetwright.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.amqp.Acknowledgements.Frame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AcknowledgementsTest {

  @Test
  void aLoneMessageIsHeldBackAndAcknowledgedOnce() {
    Acknowledgements answers = new Acknowledgements();
    answers.delivered(1);
    assertThat(answers.acknowledged(1)).isEmpty();
    assertThat(answers.holdsBack()).isTrue();
    assertThat(answers.flush()).containsExactly(new Frame(1, true));
    assertThat(answers.holdsBack()).isFalse();
    assertThat(answers.acknowledged(1)).isEmpty();
    assertThat(answers.acknowledged(99)).as("never delivered").isEmpty();
    assertThat(answers.flush()).isEmpty();
  }

  @Test
  void messagesThatAreDealtWithOneByOneAreAcknowledgedTogether() {
    Acknowledgements answers = new Acknowledgements();
    List<Frame> sent = new ArrayList<>();
    for (long tag = 1; tag <= 100; tag++) {
      answers.delivered(tag);
      sent.addAll(answers.acknowledged(tag));
    }
    sent.addAll(answers.flush());
    assertThat(sent)
        .containsExactly(
            new Frame(32, true), new Frame(64, true), new Frame(96, true), new Frame(100, true));
  }

  @Test
  void aSlowMessageHoldsUpNoOther() {
    Acknowledgements answers = new Acknowledgements();
    for (long tag = 1; tag <= 40; tag++) {
      answers.delivered(tag);
    }
    List<Frame> sent = new ArrayList<>();
    for (long tag = 2; tag <= 40; tag++) {
      sent.addAll(answers.acknowledged(tag));
    }
    assertThat(sent).hasSize(32).noneMatch(Frame::multiple);
    assertThat(answers.acknowledged(1)).isEmpty();
    assertThat(answers.flush()).containsExactly(new Frame(40, true));
  }

  /** The broker's side of it: a frame never covers a message that was not dealt with. */
  @Test
  void inAnyOrderEveryMessageIsAnsweredOnceAndNoneTooEarly() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      Acknowledgements answers = new Acknowledgements();
      List<Long> open = new ArrayList<>();
      Set<Long> unanswered = new HashSet<>();
      Set<Long> dealtWith = new HashSet<>();
      long next = 1;
      for (int step = 0; step < 500; step++) {
        if (open.isEmpty() || (open.size() < 90 && random.nextBoolean())) {
          answers.delivered(next);
          unanswered.add(next);
          open.add(next++);
        } else {
          long tag = open.remove(random.nextInt(open.size()));
          dealtWith.add(tag);
          if (random.nextInt(20) == 0) {
            assertThat(answers.takeOpen(tag)).isTrue();
            unanswered.remove(tag);
          } else {
            apply(answers.acknowledged(tag), unanswered, dealtWith);
          }
        }
      }
      apply(answers.flush(), unanswered, dealtWith);
      assertThat(unanswered).containsExactlyInAnyOrderElementsOf(open);
    }
  }

  private static void apply(List<Frame> frames, Set<Long> unanswered, Set<Long> dealtWith) {
    for (Frame frame : frames) {
      Set<Long> covered =
          frame.multiple()
              ? new HashSet<>(unanswered.stream().filter(tag -> tag <= frame.tag()).toList())
              : Set.of(frame.tag());
      assertThat(unanswered).containsAll(covered);
      assertThat(dealtWith).containsAll(covered);
      unanswered.removeAll(covered);
    }
  }
}
