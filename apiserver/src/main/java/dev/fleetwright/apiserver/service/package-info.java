/** What a create, update, patch or delete means, whoever asks for it. */
@NullMarked
package dev.fleetwright.apiserver.service;

import org.jspecify.annotations.NullMarked;
