#!/usr/bin/env python3
"""Writes the Compose specification's schema without its words.

usage: compose.py COMPOSE_SPEC_JSON > ../main/resources/dev/fleetwright/render/compose-schema.json

The source is schema/compose-spec.json of github.com/compose-spec/compose-go/v2 v2.16.2, found in its Go module.
"""
import json
import sys

NAMES = ("properties", "patternProperties", "definitions", "$defs")
WORDS = ("description", "title", "$id", "$schema", "deprecated", "default")


def strip(value, names=False):
    if isinstance(value, dict):
        return {
            key: strip(inner, not names and key in NAMES)
            for key, inner in value.items()
            if names or key not in WORDS
        }
    if isinstance(value, list):
        return [strip(item) for item in value]
    return value


print(json.dumps(strip(json.load(open(sys.argv[1]))), separators=(",", ":"), sort_keys=True))
