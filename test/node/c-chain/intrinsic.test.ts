import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { createTx, paramsTx } from '@ethereumjs/tx'
import { expect, test } from 'vitest'
import type { EvmMessage } from '../../../packages/node/src/c-chain/engine/evm-message.ts'
import { costsOf } from '../../../packages/node/src/c-chain/engine/intrinsic.ts'
import { bytesOf } from '../../../packages/node/src/c-chain/hex.ts'

const address = `0x${'0a'.repeat(20)}` as const
const word = `0x${'0b'.repeat(32)}` as const
const common = new Common({ chain: Mainnet, hardfork: Hardfork.Prague })
common.updateParams(paramsTx)
common.updateParams(paramsEVM)
const authorization = {
  chainId: '0x1',
  address,
  nonce: '0x0',
  yParity: '0x0',
  r: word,
  s: '0x1',
} as const
const list = [
  { address, storageKeys: [word, word] },
  { address, storageKeys: [] },
]

test.each([
  ['a transfer', 2, { to: address }],
  ['data with zeros', 2, { to: address, data: '0x00ff0000ff' }],
  ['data up to the floor', 2, { to: address, data: `0x${'ff'.repeat(5000)}` }],
  ['a creation', 2, { data: `0x${'6000'.repeat(40)}` }],
  ['an access list', 2, { to: address, accessList: list }],
  ['an authorization', 4, { to: address, authorizationList: [authorization] }],
  [
    'three authorizations',
    4,
    { to: address, authorizationList: [authorization, authorization, authorization] },
  ],
  [
    'all together',
    4,
    {
      to: address,
      data: '0x01',
      accessList: list,
      authorizationList: [authorization, authorization],
    },
  ],
] as const)('%s costs as much as in @ethereumjs/tx', (_, type, fields) => {
  const tx = createTx({ type, chainId: 1, gasLimit: 10n ** 7n, ...fields }, { common })
  const given: Readonly<Record<string, unknown>> = fields
  const message = {
    from: address,
    to: given['to'] as typeof address | undefined,
    gas: 10n ** 7n,
    data: bytesOf((given['data'] ?? '0x') as `0x${string}`),
    accessList: (given['accessList'] ?? []) as EvmMessage['accessList'],
    authorizations: (given['authorizationList'] ?? []) as EvmMessage['authorizations'],
  } as EvmMessage
  const { intrinsic, floor } = costsOf(common, message)
  expect(intrinsic).toBe(tx.getIntrinsicGas())
  const least = intrinsic > floor ? intrinsic : floor
  expect(() => costsOf(common, { ...message, gas: least })).not.toThrow()
  expect(() => costsOf(common, { ...message, gas: least - 1n })).toThrow(`${least}`)
})
