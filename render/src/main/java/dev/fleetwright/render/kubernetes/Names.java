package dev.fleetwright.render.kubernetes;

/** The definitions that the Kubernetes transformers read, by name. */
final class Names {

  static final String CONTAINER = "opm.dev/resources/workload@v1#Container";
  static final String REPLICAS = "opm.dev/traits/scaling@v1#Replicas";
  static final String EXPOSE = "opm.dev/traits/network@v1#Expose";
  static final String JOB_CONFIG = "opm.dev/traits/workload@v1#JobConfig";
  static final String CRON_JOB_CONFIG = "opm.dev/traits/workload@v1#CronJobConfig";

  static final String WORKLOAD_TYPE = "core.opm.dev/workload-type";

  private Names() {}
}
