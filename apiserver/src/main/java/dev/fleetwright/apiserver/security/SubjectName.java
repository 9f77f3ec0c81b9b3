package dev.fleetwright.apiserver.security;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.naming.NamingException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.jspecify.annotations.Nullable;

/** Whom a client certificate names: the common name is the user, organisations are groups. */
public final class SubjectName {
  private SubjectName() {}

  /** The holder, or null when the certificate names no user. */
  public static Tokens.@Nullable Holder of(X509Certificate certificate) {
    String user = "";
    var groups = new ArrayList<String>();
    try {
      String subject = certificate.getSubjectX500Principal().getName();
      for (Rdn part : new LdapName(subject).getRdns()) {
        var attributes = part.toAttributes().getAll();
        while (attributes.hasMore()) {
          var attribute = attributes.next();
          for (int i = 0; i < attribute.size(); i++) {
            String value = attribute.get(i) instanceof String text ? text : "";
            switch (attribute.getID()) {
              case "CN" -> user = value;
              case "O" -> groups.add(value);
              default -> {}
            }
          }
        }
      }
    } catch (NamingException e) {
      return null;
    }
    return user.isEmpty() ? null : new Tokens.Holder(user, List.copyOf(groups));
  }
}
