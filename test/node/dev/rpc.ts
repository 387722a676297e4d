import type { NodeOptions } from '@native-node/node'
import { openNode } from '../open-node.ts'

export interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** A node in development mode, for one test. */
export async function devRpc(options: NodeOptions = {}) {
  const node = await openNode({ dev: true, ...options })
  const url = `${node.url}/ext/bc/C/rpc`
  const ask = async (method: string, ...params: readonly unknown[]): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (await (await fetch(url, { method: 'POST', headers, body })).json()) as Answer
  }
  /** Returns the result of a method, and throws its error. */
  const result = async <T = string>(method: string, ...params: readonly unknown[]): Promise<T> => {
    const { result: found, error } = await ask(method, ...params)
    if (error !== undefined) throw new Error(`${error.code} ${error.message}`)
    return found as T
  }
  /** Returns what an opcode without operands pushes at a block, as a number. */
  const opcode = async (code: string, block: unknown, overrides?: object): Promise<bigint> => {
    const to = '0x00000000000000000000000000000000000000cc'
    const run = { [to]: { code: `0x${code}60005260206000f3` } }
    const params = [{ to }, block, run, ...(overrides === undefined ? [] : [overrides])]
    return BigInt(await result('eth_call', ...params))
  }
  return { node, url, ask, result, opcode }
}

/** Sends calls of a method, one for each list of params, in a batch. Returns the responses. */
export async function inBatch(
  url: string,
  method: string,
  calls: readonly (readonly unknown[])[],
): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const batch = calls.map((params, id) => ({ jsonrpc: '2.0', id, method, params }))
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(batch) })).json()
}

export const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const second = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
export const someone = '0x00000000000000000000000000000000000000bb'

export interface BlockJson {
  readonly hash: string
  readonly number: string
  readonly timestamp: string
  readonly difficulty: string
  readonly transactions: readonly unknown[]
}
