import type { RunningNode } from '@native-node/node'
import { expect } from 'vitest'
import { sendRequest, call } from './requests.ts'

/** Checks that the node still responds, and that no call is in progress. */
export async function expectResponsive({ url }: RunningNode): Promise<void> {
  const { result } = await call(`${url}/ext/info`, 'info.getNetworkID')
  expect(result).toEqual({ networkID: '12345' })
  for (;;) {
    const { body } = await sendRequest(`${url}/ext/metrics`)
    if (/^node_rpc_calls_open 0$/m.test(body)) return
    expect(body).toContain('node_rpc_calls_open ')
  }
}
