package dev.fleetwright.api;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * How objects are read and written. One for the whole process: each one finds out by itself what
 * every class looks like, which takes a while and two megabytes, and a process may have a thousand
 * clients.
 */
public final class ObjectJson {

  public static final KubernetesSerialization SHARED = new KubernetesSerialization();

  private ObjectJson() {}
}
