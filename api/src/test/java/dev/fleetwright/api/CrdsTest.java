package dev.fleetwright.api;

import io.fabric8.crdv2.generator.CRDGenerator;
import org.junit.jupiter.api.Test;

class CrdsTest {
  @Test
  void gen() {
    new CRDGenerator().customResourceClasses(WorldInstance.class).forCRDVersions("v1").inOutputDir(new java.io.File("/tmp/crds")).generate();
  }
}
