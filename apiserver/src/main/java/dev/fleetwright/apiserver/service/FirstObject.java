package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An object that the server itself sees to.
 *
 * @param resource plural and group, such as {@code clusterroles.rbac.authorization.k8s.io}
 * @param namespace empty for objects that belong to none
 * @param object without uid and times
 */
public record FirstObject(String resource, String namespace, String name, ObjectNode object) {}
