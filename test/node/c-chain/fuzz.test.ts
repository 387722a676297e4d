import { afterAll, beforeAll, expect, test } from 'vitest'
import { counter } from './contracts.ts'
import { funded, running, type Running } from './running.ts'

// Random requests to every method of the C-Chain. A request may be refused, but never by an internal error.

const COUNT = process.env['RPCLOOM_LONG'] === '1' ? 20_000 : 400
const SEED = Number(process.env['RPCLOOM_SEED'] ?? 7)
const BATCH = 20

/** Methods that are slow by nature, that write files, or that mine up to a million blocks. */
const LEFT_OUT =
  /^((anvil|evm|hardhat)_mine|personal_(newAccount|importRawKey|unlockAccount|sendTransaction|signTransaction)|debug_(block|cpu|mutex|mem|go|start|stop|write|set|standardTrace|traceBlockFromFile|freeOSMemory|gcStats|stacks))/i

type Schema = Readonly<Record<string, unknown>>
interface Method {
  readonly name: string
  readonly params: readonly { readonly schema: Schema; readonly required?: boolean }[]
}

let node: Running
let document: {
  readonly methods: readonly Method[]
  readonly components: { readonly schemas: Schema }
}
/** Values that exist on the chain. */
let known: readonly unknown[]

beforeAll(async () => {
  node = await running({ dev: true })
  const hash = await node.wallet.deployContract({ abi: [], bytecode: counter })
  const { contractAddress, blockHash } = await node.reader.waitForTransactionReceipt({ hash })
  const raw = await node.ask('debug_getRawTransaction', [hash])
  known = [hash, contractAddress, blockHash, funded.address, raw.result, '0x1', '0x0', 'latest']
  document = (await node.ask('rpc.discover')).result as typeof document
})
afterAll(() => node.close())

/** Mulberry32: a small generator of numbers from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const hostile: readonly unknown[] = [
  null,
  '',
  '0x',
  '0x0',
  '0xzz',
  `0x${'f'.repeat(64)}`,
  `0x${'f'.repeat(16)}`,
  `0x1${'0'.repeat(16)}`,
  `0x${'00'.repeat(49_153)}`,
  `0x${'ff'.repeat(32)}`,
  `0x${'00'.repeat(20)}`,
  '0x0000000000000000000000000000000000000001',
  '0x000000000000000000000000000000000000000a',
  '0xf8',
  '0x02c0',
  '0x6001600155',
  'latest',
  'pending',
  'earliest',
  'safe',
  -1,
  0.5,
  2 ** 53,
  true,
  [],
  {},
  [[]],
]

class Generator {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomOf(seed)
  }

  request(): { readonly method: string; readonly params: readonly unknown[] } {
    const methods = document.methods.filter(({ name }) => !LEFT_OUT.test(name))
    const { name, params } = this.#one(methods)
    const given = params.filter(({ required }) => required === true || this.#chance(0.6))
    return { method: name, params: given.map(({ schema }) => this.#value(schema, 0)) }
  }

  #value(schema: Schema, depth: number): unknown {
    if (this.#chance(0.08)) return this.#one(hostile)
    const { $ref, type, properties, items, pattern } = schema
    if (typeof $ref === 'string') return this.#value(this.#resolved($ref), depth)
    for (const key of ['oneOf', 'anyOf', 'allOf'] as const) {
      const options = schema[key] as readonly Schema[] | undefined
      if (options === undefined) continue
      if (key !== 'allOf') return this.#value(this.#one(options), depth)
      const parts = options.map((option) => this.#value(option, depth))
      const other = parts.find((part) => typeof part !== 'object')
      return other ?? (Object.assign({}, ...parts) as unknown)
    }
    if (Array.isArray(schema['enum'])) return this.#one(schema['enum'] as readonly unknown[])
    if ('const' in schema) return schema['const']
    if (type === 'object') return this.#object((properties ?? {}) as Schema, schema, depth)
    if (type === 'array') {
      if (depth > 4 || items === undefined) return []
      return Array.from({ length: this.#below(3) }, () => this.#value(items as Schema, depth + 1))
    }
    if (type === 'string') return this.#text(typeof pattern === 'string' ? pattern : '')
    if (type === 'boolean') return this.#chance(0.5)
    if (type === 'null') return null
    return this.#one([0, 1, 2, 17, 100, 2 ** 31, 2 ** 53 - 1])
  }

  #object(properties: Schema, { additionalProperties: more }: Schema, depth: number): unknown {
    if (depth > 4) return {}
    const given = Object.entries(properties).filter(() => this.#chance(0.35))
    const entries = given.map(([key, one]) => [key, this.#value(one as Schema, depth + 1)] as const)
    if (typeof more !== 'object' || more === null) return Object.fromEntries(entries)
    const named = [this.#text('40'), this.#value(more as Schema, depth + 1)] as const
    return Object.fromEntries([...entries, named])
  }

  /** A string that mostly matches the pattern. Sizes in it tell addresses, hashes and quantities apart. */
  #text(pattern: string): unknown {
    if (this.#chance(0.4)) {
      const matching = known.filter(
        (one) => typeof one === 'string' && new RegExp(pattern).test(one),
      )
      if (matching.length > 0) return this.#one(matching)
    }
    if (pattern.includes('40')) return this.#hex(40)
    if (pattern.includes('{64}')) return this.#hex(64)
    if (pattern.includes('[1-9')) {
      return this.#one(['0x0', '0x1', '0x5208', '0x186a0', '0x3b9aca00', `0x${'f'.repeat(16)}`])
    }
    return this.#one([
      '0x',
      '0x00',
      '0x6000',
      '0x60016000',
      this.#hex(2 * this.#below(70)),
      'latest',
    ])
  }

  #hex(digits: number): string {
    return `0x${Array.from({ length: digits }, () => this.#below(16).toString(16)).join('')}`
  }

  #resolved(ref: string): Schema {
    return ref
      .slice(2)
      .split('/')
      .reduce<Schema>(
        (at, key) => at[key.replaceAll('~1', '/')] as Schema,
        document as unknown as Schema,
      )
  }

  #one<T>(values: readonly T[]): T {
    // The index is below the length of a list that is not empty.
    return values[this.#below(values.length)] as T
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #chance(probability: number): boolean {
    return this.#random() < probability
  }
}

test(
  'no random request causes an internal error',
  async () => {
    const generator = new Generator(SEED)
    const internal: string[] = []
    const codes = new Map<number | undefined, number>()
    for (let sent = 0; sent < COUNT; sent += BATCH) {
      const requests = Array.from({ length: BATCH }, () => generator.request())
      const calls = requests.map((request, id) => ({ jsonrpc: '2.0', id, ...request }))
      const response = await fetch(node.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(calls),
      })
      const replies = (await response.json()) as readonly {
        readonly id: number
        readonly error?: { readonly code: number }
      }[]
      expect(replies).toHaveLength(BATCH)
      for (const { id, error } of replies) {
        codes.set(error?.code, (codes.get(error?.code) ?? 0) + 1)
        if (error?.code === -32_603) internal.push(JSON.stringify(requests[id]).slice(0, 1000))
      }
    }
    expect(internal).toEqual([])
    // The requests are not all refused, and not all for their params.
    expect(codes.get(undefined)).toBeGreaterThan(COUNT / 20)
    expect(codes.get(-32_000)).toBeGreaterThan(COUNT / 200)
  },
  30 * 60_000,
)
