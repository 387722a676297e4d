import { expect, test } from 'vitest'
import { nativeRules } from '../../../packages/node/src/c-chain/chain/native-rules.ts'
import { ethereumRules } from '../../../packages/node/src/ethereum/rules.ts'
import type { CChain } from '../../../packages/node/src/c-chain/chain/c-chain.ts'
import { netHandlers } from '../../../packages/node/src/c-chain/api/evm/node-info.ts'
import { localLimits } from '../../../packages/node/src/c-chain/api/evm/parts.ts'

const ethereum = ethereumRules({
  config: { chainId: 43_114, homesteadBlock: 0 },
  nonce: '0x0',
  timestamp: '0x0',
  extraData: '0x',
  gasLimit: '0x1',
  difficulty: '0x1',
  alloc: {},
} as unknown as Parameters<typeof ethereumRules>[0])

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
