import type { HealthHandlers } from '@native-node/server/health'
import type { Health } from '../health/monitors.ts'

const ALIVE = { checks: {}, healthy: true } as const

export function healthHandlers({ health, readiness }: Health): HealthHandlers {
  return {
    health: ({ tags }) => health.report(tags),
    readiness: ({ tags }) => readiness.report(tags),
    liveness: () => ALIVE,
  }
}
