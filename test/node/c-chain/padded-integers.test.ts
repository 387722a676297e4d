import { RLP, type NestedUint8Array } from '@ethereumjs/rlp'
import { hexToBytes, type Hex } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { hexOf } from '../../../packages/node/src/c-chain/hex.ts'
import { funded, running } from './running.ts'

// Each transaction has one encoding, or its block would have other bytes than its root was made from.

const chainId = 43_112
const fields = { chainId, nonce: 0, gas: 100_000n, maxFeePerGas: 500_000_000_000n } as const
const call = { ...fields, to: funded.address, value: 1n } as const
const authorization = await funded.signAuthorization({ address: funded.address, chainId, nonce: 1 })

const pad = (item: Uint8Array): Uint8Array => Uint8Array.of(0, ...item)

/** Encodes a typed transaction again after a change of its items. */
function changed(tx: Hex, change: (items: NestedUint8Array) => void): Hex {
  const bytes = hexToBytes(tx)
  // Safe cast: a transaction is a list.
  const items = RLP.decode(bytes.subarray(1)) as NestedUint8Array
  change(items)
  return hexOf(Buffer.concat([bytes.subarray(0, 1), RLP.encode(items)]))
}

function padded(items: NestedUint8Array, at: number): void {
  items[at] = pad(items[at] as Uint8Array)
}

const inAuthorization = (items: NestedUint8Array, at: number): void =>
  padded((items[9] as NestedUint8Array)[0] as NestedUint8Array, at)

test.each([
  [
    'a chain ID, type 1',
    { ...call, type: 'eip2930', maxFeePerGas: undefined, gasPrice: 500_000_000_000n },
    [0],
  ],
  ['a chain ID, type 2', { ...call, type: 'eip1559' }, [0]],
  ['a nonce, type 2', { ...call, type: 'eip1559' }, [1]],
  ['the chain ID of a delegation', { ...call, authorizationList: [authorization] }, [9, 0]],
  ['the nonce of a delegation', { ...call, authorizationList: [authorization] }, [9, 2]],
  ['r of a delegation', { ...call, authorizationList: [authorization] }, [9, 4]],
] as const)('refuses leading zeros in %s', async (_, request, [at, inner]) => {
  const node = await running({ dev: true, hardfork: 'prague' })
  onTestFinished(() => node.close())
  const signed = await funded.signTransaction(request)
  const other = changed(signed, (items) =>
    inner === undefined ? padded(items, at) : inAuthorization(items, inner),
  )
  const { error } = await node.ask('eth_sendRawTransaction', [other])
  expect(error).toMatchObject({ code: -32_000, message: expect.stringContaining('leading zero') })
  expect(await node.ask('eth_sendRawTransaction', [changed(signed, () => {})])).toMatchObject({
    result: expect.stringMatching(/^0x/),
  })
})
