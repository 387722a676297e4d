import { expect, test } from 'vitest'
import { nativeRules } from '../../../packages/node/src/c-chain/chain/rules.ts'
import type { CChain } from '../../../packages/node/src/c-chain/chain/c-chain.ts'
import { netHandlers } from '../../../packages/node/src/c-chain/rpc/node-info.ts'
import { localLimits } from '../../../packages/node/src/c-chain/rpc/parts.ts'

const ethereum = { ...nativeRules(43_114n), layout: 'ethereum' }

test.each([
  ['the main network', nativeRules(43_114n), '1'],
  ['the test network', nativeRules(43_113n), '1'],
  ['the local network', nativeRules(43_112n), '43112'],
  ['an Ethereum chain', ethereum, '43114'],
])('net_version of %s', async (_, rules, version) => {
  const chain = { vm: { rules } } as unknown as CChain
  const { version: read } = netHandlers({ chain, limits: localLimits })
  expect(await read({}, {} as never)).toBe(version)
})
