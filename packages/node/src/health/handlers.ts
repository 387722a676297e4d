import type { HealthHandlers } from '@native-node/server/health'
import type { Report } from './check.ts'
import type { Monitor } from './monitor.ts'

/** What the node knows about its own health. */
export interface Health {
  readonly health: Monitor
  readonly readiness: Monitor
}

const ALIVE: Report = { checks: {}, healthy: true }

/** Answers the Health API from the last runs of the checks. */
export function healthHandlers({ health, readiness }: Health): HealthHandlers {
  return {
    health: ({ tags }) => health.report(tags),
    readiness: ({ tags }) => readiness.report(tags),
    liveness: () => ALIVE,
  }
}
