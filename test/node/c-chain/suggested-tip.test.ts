import { createLegacyTx } from '@ethereumjs/tx'
import { hexToBigInt, parseGwei } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { impersonate } from '../../../packages/node/src/c-chain/chain/impersonated.ts'
import { nativeRules } from '../../../packages/node/src/c-chain/chain/native-rules.ts'
import { hexOf } from '../../../packages/node/src/c-chain/hex.ts'
import { funded, running, type Running } from './running.ts'

let node: Running

beforeAll(async () => {
  node = await running()
})
afterAll(() => node.close())

async function amount(method: string): Promise<bigint> {
  const { result } = await node.ask(method)
  return hexToBigInt(result as `0x${string}`)
}

test('the suggested tip is that of three in five transactions, and part of the price', async () => {
  expect(await amount('eth_maxPriorityFeePerGas')).toBe(0n)
  for (const tip of ['3', '1', '2']) {
    const fees = { maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei(tip) }
    const hash = await node.wallet.sendTransaction({ to: funded.address, value: 1n, ...fees })
    await node.reader.waitForTransactionReceipt({ hash })
  }
  const tip = await amount('eth_maxPriorityFeePerGas')
  expect(tip).toBe(parseGwei('2'))
  expect(await amount('eth_gasPrice')).toBeGreaterThan(tip)
})

test('the signature that stands for an impersonated sender is refused', async () => {
  const common = nativeRules(43_112n).commonAt({ number: 1n, timestamp: 1n })
  const nonce = BigInt(await node.reader.getTransactionCount({ address: funded.address }))
  const fields = {
    nonce,
    gasLimit: 21_000n,
    gasPrice: parseGwei('500'),
    to: funded.address,
    value: 1n,
  }
  const tx = impersonate(
    createLegacyTx(fields, { common }),
    `0x${funded.address.slice(2).toLowerCase()}`,
  )
  const { error } = await node.ask('eth_sendRawTransaction', [hexOf(tx.serialize())])
  expect(error).toMatchObject({ code: -32_000, message: 'invalid sender' })
})
