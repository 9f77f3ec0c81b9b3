/**
 * From BindingPolicies to Bindings, from Bindings to works in mailboxes, and single statuses back.
 */
@NullMarked
package dev.fleetwright.hub.placement;

import org.jspecify.annotations.NullMarked;
