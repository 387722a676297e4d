import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startNode } from '@native-node/node/testing'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

// Forks the published anvil, of which the benchmarks have a copy.

const anvil = resolve(
  import.meta.dirname,
  '../../bench/node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil',
)
const isInstalled = existsSync(anvil)
if (!isInstalled)
  console.warn('Skipped: anvil is missing; run `npm ci --ignore-scripts` in bench (Linux on x64).')

const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const second = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
/** Returns the slot of 32 bytes of input. With 64 bytes, stores the second word in the slot of the first, and logs it. */
const code = '602036146017576020355f35556020355f5260205fa0005b5f35545f5260205ff3'
/** Reads the slots from 1 to 2,000. */
const loop = '0x5f5b805450600101806107d0116001575f5260205ff3'
const word = (value: number): string => value.toString(16).padStart(64, '0')

type Ask = <T = string>(method: string, ...params: readonly unknown[]) => Promise<T>

function askerOf(url: string): Ask {
  return async (method, ...params) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, { method: 'POST', headers, body })
    const { result, error } = (await response.json()) as { result: never; error?: object }
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts anvil with a contract that has the value 7 in slot 1. */
async function openAnvil(): Promise<{ ask: Ask; url: string; contract: string; hash: string }> {
  const env = { ...process.env, HOME: temporaryFolder({}) }
  const port = await freePort()
  const child = spawn(anvil, ['--port', String(port), '--silent'], { env })
  onTestFinished(() => void child.kill())
  const url = `http://127.0.0.1:${port}`
  const ask = askerOf(url)
  while ((await ask('eth_chainId').catch(() => undefined)) === undefined) await wait(50)
  const receiptOf = async (hash: string): Promise<{ contractAddress: string }> => {
    for (;;) {
      const found = await ask<{ contractAddress: string } | null>('eth_getTransactionReceipt', hash)
      if (found !== null) return found
      await wait(20)
    }
  }
  const size = (code.length / 2).toString(16).padStart(2, '0')
  const data = `0x60${size}8060095f395ff3${code}`
  const created = await ask('eth_sendTransaction', { from: first, data, gas: '0x100000' })
  const { contractAddress: contract } = await receiptOf(created)
  const call = { from: first, to: contract, data: `0x${word(1)}${word(7)}` }
  const hash = await ask('eth_sendTransaction', call)
  await receiptOf(hash)
  await ask('anvil_mine', '0x2')
  return { ask, url, contract, hash }
}

test.skipIf(!isInstalled)('a fork of anvil has its state, blocks and logs', async () => {
  const remote = await openAnvil()
  const node = await startNode({ dev: true, requiredDiskBytes: 0, forkUrl: remote.url })
  onTestFinished(() => node.close())
  const ask = askerOf(`${node.url}/ext/bc/C/rpc`)
  const { contract, hash } = remote
  for (const [method, ...params] of [
    ['eth_blockNumber'],
    ['eth_getCode', contract, 'latest'],
    ['eth_call', { to: contract, data: `0x${word(1)}` }, 'latest'],
    ['eth_getTransactionReceipt', hash],
    ['eth_getTransactionByHash', hash],
    ['eth_getBlockByNumber', '0x2', true],
    ['eth_getBlockByNumber', 'latest', true],
    ['eth_getBlockReceipts', '0x2'],
    ['eth_getLogs', { fromBlock: '0x0' }],
    ['eth_getBalance', first, '0x1'],
  ] as const)
    expect(await ask(method, ...params), method).toEqual(await remote.ask(method, ...params))
  const nonce = await remote.ask('eth_getTransactionCount', first, 'latest')
  expect(await ask('eth_getTransactionCount', first, 'latest')).toBe(nonce)
  const write = { from: second, to: contract, data: `0x${word(1)}${word(0)}` }
  const sent = await ask('eth_sendTransaction', write)
  expect(await ask('eth_getTransactionReceipt', sent)).toMatchObject({ status: '0x1' })
  expect(await ask('eth_call', { to: contract, data: `0x${word(1)}` }, 'latest')).toBe(
    `0x${word(0)}`,
  )
  // Reads more than the main thread may do, so that worker threads fetch.
  await ask('anvil_setCode', contract, loop)
  const call = { from: second, to: contract, gas: '0x800000' }
  expect(await ask('eth_call', call, 'latest')).toBe(`0x${word(2000)}`)
  const heavy = await ask('eth_sendTransaction', call)
  expect(await ask('eth_getTransactionReceipt', heavy)).toMatchObject({ status: '0x1' })
})
