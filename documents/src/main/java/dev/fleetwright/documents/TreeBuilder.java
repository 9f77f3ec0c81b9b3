package dev.fleetwright.documents;

import dev.fleetwright.documents.CoreSchema.Resolved;
import dev.fleetwright.documents.ScalarNode.Kind;
import dev.fleetwright.model.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds the tree of one document from the events of a parser, top down and without recursion, and
 * checks on the way what can be checked: limits, duplicate keys, keys that are no text, aliases.
 *
 * <p>A limit that is passed stops the building; the parser has to ask {@link #stopped()}.
 */
final class TreeBuilder {

  /** What one run has used up of its limits. */
  static final class Budget {
    private int nodes;
    private int documents;

    int nextDocument() {
      return ++documents;
    }

    int documents() {
      return documents;
    }

    Budget copy() {
      Budget copy = new Budget();
      copy.reset(this);
      return copy;
    }

    void reset(Budget earlier) {
      nodes = earlier.nodes;
      documents = earlier.documents;
    }
  }

  /** A value with an anchor; the node is null while the value is still being read. */
  private record Anchored(@Nullable Node node, int nodes, int height) {}

  /** A mapping or list that is still open. */
  private static final class Frame {
    final Path path;
    final boolean mapping;
    final int start;
    final int keyStart;
    final int keyEnd;
    final @Nullable String anchor;
    final int nodesBefore;
    final Map<String, Node> children = new LinkedHashMap<>();
    final List<Node> items = new ArrayList<>();
    final List<Node> merged = new ArrayList<>();
    int height = 1;

    /** The key whose value comes next, and what is to become of that value. */
    String key = "";

    int pendingStart = -1;
    int pendingEnd = -1;
    Pending pending;

    Frame(
        Path path,
        boolean mapping,
        int start,
        int keyStart,
        int keyEnd,
        @Nullable String anchor,
        int nodesBefore) {
      this.path = path;
      this.mapping = mapping;
      this.start = start;
      this.keyStart = keyStart;
      this.keyEnd = keyEnd;
      this.anchor = anchor;
      this.nodesBefore = nodesBefore;
      this.pending = mapping ? Pending.KEY : Pending.ITEM;
    }
  }

  private enum Pending {
    ITEM,
    KEY,
    VALUE,
    /** The value of a key that was refused. */
    DROPPED_VALUE,
    /** The value of a merge key. */
    MERGED_VALUE
  }

  private final SourceText source;
  private final Limits limits;
  private final Budget budget;
  private final Problems problems;
  private final Deque<Frame> open = new ArrayDeque<>();
  private final Map<String, Anchored> anchors = new HashMap<>();
  private int aliases;
  private long aliasedNodes;
  private boolean stopped;
  private @Nullable Node root;

  TreeBuilder(SourceText source, Limits limits, Budget budget, Problems problems) {
    this.source = source;
    this.limits = limits;
    this.budget = budget;
    this.problems = problems;
  }

  boolean stopped() {
    return stopped;
  }

  /** The document's root once all its events have come; null before, or for an empty document. */
  @Nullable Node root() {
    return root;
  }

  void startMapping(int start, @Nullable String anchor, @Nullable String tag) {
    start(true, start, anchor, tag, Tags.MAP);
  }

  void startSequence(int start, @Nullable String anchor, @Nullable String tag) {
    start(false, start, anchor, tag, Tags.SEQ);
  }

  private void start(
      boolean mapping, int start, @Nullable String anchor, @Nullable String tag, String fitting) {
    if (open.size() >= limits.depth()) {
      stop(
          start,
          "too-deep",
          "values nest deeper than " + limits.depth() + " levels",
          "flatten the document");
      return;
    }
    if (!charge(1, start)) {
      return;
    }
    if (tag != null && !tag.equals("!") && !tag.equals(fitting)) {
      problems.error(() -> unsupportedTag(tag, nextPath(), start));
    }
    if (anchor != null) {
      anchors.put(anchor, new Anchored(null, 0, 0));
    }
    Frame parent = open.peek();
    boolean keyed = parent != null && parent.mapping;
    open.push(
        new Frame(
            nextPath(),
            mapping,
            start,
            keyed && parent != null ? parent.pendingStart : -1,
            keyed && parent != null ? parent.pendingEnd : -1,
            anchor,
            budget.nodes - 1));
  }

  void end(int end) {
    Frame frame = open.pop();
    Span span = new Span(source, frame.keyStart, frame.keyEnd, frame.start, end);
    Node node;
    if (frame.mapping) {
      frame.merged.forEach(value -> merge(frame, value));
      node = new MappingNode(frame.path, span, frame.children);
    } else {
      node = new SequenceNode(frame.path, span, frame.items);
    }
    if (frame.anchor != null) {
      anchors.put(frame.anchor, new Anchored(node, budget.nodes - frame.nodesBefore, frame.height));
    }
    attach(node, frame.height);
  }

  void scalar(
      String text,
      ScalarStyle style,
      int start,
      int end,
      @Nullable String anchor,
      @Nullable String tag) {
    if (!charge(1, start)) {
      return;
    }
    Frame frame = open.peek();
    Resolved resolved = resolve(text, style, tag, start, end);
    ScalarNode node =
        new ScalarNode(
            nextPath(),
            new Span(
                source,
                frame == null ? -1 : frame.pendingStart,
                frame == null ? -1 : frame.pendingEnd,
                start,
                end),
            resolved.kind(),
            text,
            resolved.value(),
            style);
    if (anchor != null) {
      anchors.put(anchor, new Anchored(node, 1, 0));
    }
    if (frame != null && frame.pending == Pending.KEY) {
      key(frame, node, start, end);
    } else {
      attach(node, 0);
    }
  }

  void alias(String name, int start, int end) {
    if (++aliases > limits.aliases()) {
      stop(
          start,
          "too-many-aliases",
          "the document has more than " + limits.aliases() + " aliases",
          "write the values out, or split the document");
      return;
    }
    Frame frame = open.peek();
    Anchored anchored = anchors.get(name);
    Node node = anchored == null ? null : anchored.node;
    if (anchored == null || node == null) {
      Path path = nextPath();
      problems.error(() ->
          anchored == null
              ? at(
                  start,
                  end,
                  path,
                  "unknown-alias",
                  "no anchor &" + Words.cut(name) + " stands before this alias",
                  Words.instead(name, anchors.keySet(), "define it before it is used"))
              : at(
                  start,
                  end,
                  path,
                  "recursive-alias",
                  "the value &" + Words.cut(name) + " contains itself",
                  "write the value out"));
      scalar("", ScalarStyle.NONE, start, end, null, null);
      return;
    }
    aliasedNodes += anchored.nodes;
    if (aliasedNodes > limits.aliasedNodes()) {
      stop(
          start,
          "too-many-aliases",
          "the aliases of the document expand to more than " + limits.aliasedNodes() + " values",
          "write the values out, or split the document");
      return;
    }
    if (open.size() + anchored.height > limits.depth()) {
      stop(
          start,
          "too-deep",
          "values nest deeper than " + limits.depth() + " levels",
          "flatten the document");
      return;
    }
    if (!charge(anchored.nodes, start)) {
      return;
    }
    if (frame != null && frame.pending == Pending.KEY && node instanceof ScalarNode scalar) {
      key(frame, scalar, start, end);
      return;
    }
    Span written = node.span;
    Span span =
        written == null || frame == null
            ? written
            : written.underKeyOf(frame.pendingStart, frame.pendingEnd);
    attach(node.copy(nextPath(), span), anchored.height);
  }

  private void key(Frame frame, ScalarNode key, int start, int end) {
    String name = key.text();
    frame.pendingStart = start;
    frame.pendingEnd = end;
    frame.key = name;
    frame.pending = Pending.DROPPED_VALUE;
    if (key.kind() == Kind.NULL) {
      problems.error(() ->
          at(
              start,
              end,
              frame.path,
              "key-not-text",
              name.isEmpty() ? "a key is missing" : "a key is null; keys are text",
              name.isEmpty() ? "write a key before the colon" : "write it in quotes"));
      return;
    }
    if (name.length() > limits.keyLength()) {
      frame.key = Words.cut(name);
      problems.error(() ->
          at(
              start,
              end,
              frame.path,
              "key-too-long",
              "a key has "
                  + name.length()
                  + " characters; at most "
                  + limits.keyLength()
                  + " are read",
              "shorten the key"));
      return;
    }
    boolean bare = source.text().startsWith(name, start);
    if (bare && name.equals("<<")) {
      frame.pending = Pending.MERGED_VALUE;
      return;
    }
    Node first = frame.children.get(name);
    if (first != null) {
      problems.error(() ->
          at(
              start,
              end,
              frame.path.child(name),
              "duplicate-key",
              "the key "
                  + Words.shown(name)
                  + " is given twice; the first is in line "
                  + (first.span == null ? 0 : source.lineNumber(first.span.keyStart())),
              "remove or rename one of them"));
      return;
    }
    if (bare && Yaml11.isBoolean(name)) {
      problems.add(
          at(
                  start,
                  end,
                  frame.path.child(name),
                  "ambiguous-boolean",
                  "the bare key " + name + " is text here and a boolean to kubectl (YAML 1.1)",
                  "write it in quotes: \"" + name + "\"")
              .asWarning());
    }
    frame.pending = Pending.VALUE;
  }

  private void attach(Node node, int height) {
    Frame frame = open.peek();
    if (frame == null) {
      root = node;
      return;
    }
    switch (frame.pending) {
      case ITEM -> frame.items.add(node);
      case VALUE -> frame.children.put(frame.key, node);
      case MERGED_VALUE -> frame.merged.add(node);
      case DROPPED_VALUE -> {}
      case KEY -> {
        refuseKey(frame, node);
        frame.pending = Pending.DROPPED_VALUE;
        return;
      }
    }
    frame.height = Math.max(frame.height, height + 1);
    if (frame.mapping) {
      frame.pending = Pending.KEY;
      frame.pendingStart = -1;
    }
  }

  private void refuseKey(Frame frame, Node node) {
    Span span = node.span;
    int start = span == null ? frame.start : span.start();
    boolean template = start > 0 && source.text().startsWith("{{", start - 1);
    problems.error(() ->
        at(
            start,
            span == null ? start : span.end(),
            frame.path,
            "key-not-text",
            "a key is " + node.described() + "; keys are text",
            template
                ? "this looks like a template: render it first, or write {{ … }} in quotes"
                : "write the key as text"));
  }

  /** The merge key of YAML 1.1: own keys win over merged ones, earlier merged ones over later. */
  private void merge(Frame frame, Node value) {
    switch (value) {
      case MappingNode mapping ->
          mapping
              .children()
              .forEach((key, child) -> {
                if (!frame.children.containsKey(key) && charge(size(child), frame.start)) {
                  frame.children.put(key, child.copy(frame.path.child(key), child.span));
                }
              });
      case SequenceNode sequence
          when sequence.items().stream().allMatch(MappingNode.class::isInstance) ->
          sequence.items().forEach(item -> merge(frame, item));
      case SequenceNode _, ScalarNode _ ->
          problems.error(() ->
              value.problem(
                  "wrong-type",
                  "the merge key << wants a mapping or a list of mappings, and has "
                      + value.described(),
                  "name an anchored mapping, e.g. <<: *defaults"));
    }
  }

  private static int size(Node node) {
    return switch (node) {
      case ScalarNode _ -> 1;
      case MappingNode mapping ->
          1 + mapping.children().values().stream().mapToInt(TreeBuilder::size).sum();
      case SequenceNode sequence -> 1 + sequence.items().stream().mapToInt(TreeBuilder::size).sum();
    };
  }

  private Resolved resolve(
      String text, ScalarStyle style, @Nullable String tag, int start, int end) {
    if (tag == null) {
      return style == ScalarStyle.PLAIN || style == ScalarStyle.NONE
          ? CoreSchema.resolve(text)
          : CoreSchema.string(text);
    }
    Resolved tagged = Tags.resolve(tag, text);
    if (tagged != null) {
      return tagged;
    }
    Path path = nextPath();
    problems.error(() ->
        Tags.isScalar(tag)
            ? at(
                start,
                end,
                path,
                "wrong-type",
                Words.shown(text) + " is no " + Tags.shown(tag),
                "correct the value or the tag")
            : unsupportedTag(tag, path, start));
    return CoreSchema.string(text);
  }

  private Problem unsupportedTag(String tag, Path path, int start) {
    return at(
        start,
        start + 1,
        path,
        "unsupported-tag",
        "the tag " + Words.cut(Tags.shown(tag)) + " is not read",
        "remove the tag");
  }

  private Path nextPath() {
    Frame frame = open.peek();
    if (frame == null) {
      return Path.ROOT;
    }
    return switch (frame.pending) {
      case ITEM -> frame.path.child(frame.items.size());
      case VALUE, DROPPED_VALUE, MERGED_VALUE -> frame.path.child(frame.key);
      case KEY -> frame.path;
    };
  }

  private boolean charge(int nodes, int start) {
    if (stopped) {
      return false;
    }
    if ((long) budget.nodes + nodes > limits.nodes()) {
      stop(
          start,
          "too-many-values",
          "the input has more than " + limits.nodes() + " values",
          "split the input and read it in parts");
      return false;
    }
    budget.nodes += nodes;
    return true;
  }

  private void stop(int start, String code, String message, String nextStep) {
    if (!stopped) {
      stopped = true;
      Path path = nextPath();
      problems.error(() -> at(start, start + 1, path, code, message, nextStep));
    }
  }

  private Problem at(int start, int end, Path path, String code, String message, String nextStep) {
    return new Problem(code, path.toString(), message, nextStep).at(source.place(start, end));
  }

  /** Problems made elsewhere with the path that was reached. */
  void report(int start, int end, Supplier<Problem> problem) {
    Path path = nextPath();
    problems.error(() -> problem.get().withPath(path.toString()).at(source.place(start, end)));
  }
}
