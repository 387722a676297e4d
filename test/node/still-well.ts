import type { RunningNode } from '@native-node/node'
import { expect } from 'vitest'
import { call } from './ask.ts'

/** Checks that the node still responds, and that no request is in progress. */
export async function stillWell({ url, health }: RunningNode): Promise<void> {
  const { result } = await call(`${url}/ext/info`, 'info.getNetworkID')
  expect(result).toEqual({ networkID: '12345' })
  for (;;) {
    await health.health.runAll()
    const { message } = health.health.report().checks['router'] ?? {}
    if ((message as { outstandingRequests: number }).outstandingRequests === 0) return
  }
}
