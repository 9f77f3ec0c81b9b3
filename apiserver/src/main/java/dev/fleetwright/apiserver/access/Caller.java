package dev.fleetwright.apiserver.access;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/**
 * Who sends a request, as a token, a certificate or an impersonation says.
 *
 * @param extra further facts, which only reviews repeat
 */
public record Caller(
    String name, String uid, SequencedSet<String> groups, Map<String, List<String>> extra) {
  /** Members may do everything in every logical cluster. */
  public static final String MASTERS = "system:masters";

  /** Everyone who has proved who they are. */
  public static final String AUTHENTICATED = "system:authenticated";

  static final String ANONYMOUS = "system:anonymous";
  static final String UNAUTHENTICATED = "system:unauthenticated";
  static final String ACCOUNT_PREFIX = "system:serviceaccount:";

  /** The people who own the data directory. */
  public static final Caller ADMIN = of("admin", List.of(MASTERS));

  public Caller {
    groups = java.util.Collections.unmodifiableSequencedSet(new LinkedHashSet<>(groups));
    extra = Map.copyOf(extra);
  }

  /** A caller who has proved the name; belongs to everyone's group besides the given ones. */
  public static Caller of(String name, List<String> groups) {
    return of(name, "", groups, Map.of());
  }

  /** The same with all there is to know. */
  public static Caller of(
      String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    var all = new LinkedHashSet<>(groups);
    if (name.startsWith(ACCOUNT_PREFIX) && name.split(":", -1).length == 4) {
      all.add("system:serviceaccounts");
      all.add("system:serviceaccounts:" + name.split(":", -1)[2]);
    }
    all.add(name.equals(ANONYMOUS) ? UNAUTHENTICATED : AUTHENTICATED);
    return new Caller(name, uid, all, extra);
  }

  /** Whether no rule needs to be looked up. */
  public boolean isMaster() {
    return groups.contains(MASTERS);
  }

  public boolean isAuthenticated() {
    return groups.contains(AUTHENTICATED);
  }

  /** How roles are bound to this caller: as {@code User:name} and {@code Group:name}. */
  List<String> subjects() {
    var subjects = new ArrayList<String>(groups.size() + 1);
    subjects.add("User:" + name);
    groups.forEach(group -> subjects.add("Group:" + group));
    return subjects;
  }
}
