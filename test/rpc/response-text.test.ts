import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encode } from '@rpcloom/rpc/internal'
import { stringify } from '@rpcloom/schema/internal'
import { RpcError } from '@rpcloom/rpc/server'
import type { Shape } from '@rpcloom/rpc/server'
import { big, map, num, union } from '@rpcloom/rpc/codegen'
import { createDispatcher } from '@rpcloom/rpc/server'
import { group, method } from './server-fixture.ts'

const request = '{"jsonrpc":"2.0","id":1,"method":"text.of"}'

/** Returns the response of a server whose method has a result of this shape. */
function answer(of: () => unknown, result?: Shape): unknown {
  const methods = [method({ name: 'text.of', ...(result && { result }) })]
  const handlers = { text: { of } }
  const groups = [group({ key: 'text', methods })]
  return createDispatcher({ groups, handlers, log: () => {} }).handle(request)
}

const seeded = { seed: 5, numRuns: 400 }
/** Long enough for the fast path, with and without characters that JSON escapes. */
const page = fc.array(fc.string({ unit: 'binary', minLength: 90, maxLength: 130 }), {
  maxLength: 4,
})
const ascii = fc.array(fc.stringMatching(/^[ -~\n]{100,140}$/), { maxLength: 4 })
const leaf = fc.oneof(fc.jsonValue({ maxDepth: 1 }), page, ascii, fc.constant(undefined))
const record = fc.dictionary(fc.string({ unit: 'binary', maxLength: 4 }), leaf, { maxKeys: 10 })
const anything = fc.oneof(
  leaf,
  record,
  fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), record),
)

describe('the text of a response', () => {
  it('equals JSON.stringify, also on the fast path', () => {
    const agrees = fc.property(anything, (value) => {
      const result = value === undefined ? null : value
      expect(answer(() => value)).toBe(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
    })
    fc.assert(agrees, seeded)
  })

  it('depends only on the value, not on earlier responses', () => {
    const agrees = fc.property(fc.array(record, { minLength: 2 }), (values) => {
      let at = 0
      const groups = [group({ key: 'text', methods: [method({ name: 'text.of' })] })]
      const handlers = { text: { of: () => values[at] } }
      const server = createDispatcher({ groups, handlers })
      for (; at < values.length; at++) {
        const result = values[at]
        expect(server.handle(request)).toBe(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
      }
    })
    fc.assert(agrees, seeded)
  })

  it('equals encoding and serializing, for any shape', () => {
    const value = fc.record(
      {
        height: fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 70n }), fc.constant(null)),
        share: fc.double({ noNaN: true, noDefaultInfinity: true }),
        inner: fc.record({ height: fc.bigInt({ min: 0n, max: 9n }), note: fc.string() }),
        either: fc.constantFrom(5n, 'none'),
        pages: page,
        more: leaf,
      },
      { requiredKeys: [] },
    )
    const shape: Shape = {
      height: big,
      share: num,
      inner: () => ({ height: big }),
      either: union(big),
      more: map(undefined),
    }
    const shapes = [shape, { inner: { height: big } }, { pages: [{}] }, {}] as const
    const agrees = fc.property(value, fc.constantFrom(...shapes), (one, of) => {
      const [actual, wanted] = [answer(() => one, of), encodedText(of, one)]
      expect(actual).toBe(wanted)
    })
    fc.assert(agrees, seeded)
  })

  it('is the same for long arrays at any position', async () => {
    const item = fc.record({ height: fc.bigInt({ min: 0n, max: 9n }), more: leaf })
    const long = fc
      .array(item, { minLength: 1, maxLength: 3 })
      .map((items) => Array.from({ length: 2500 }, (_, at) => items[at % items.length]))
    const list: Shape = [{ height: big }]
    const result: Shape = { items: list, either: union({ list }), by: map(list) }
    const around = fc.oneof(
      long.map((items) => ({ items, __proto__: null, left: undefined })),
      fc.tuple(long, leaf).map(([items, more]) => ({ more, either: { list: items }, items: [] })),
      long.map((items) => ({ by: { '': items, ['__proto__']: items } })),
      long.map((items) => ({ items: [{ items }, ...items.slice(0, 9)] })),
      // Invalid against the shape, also after valid items.
      long.map((items) => ({ items: [...items, { height: 'none' }] })),
      long.map((items) => ({ items: [{ height: 1n }], either: { list: [...items, 1] } })),
      long.map((items) => ({ items, either: 5 })),
    )
    const agrees = fc.asyncProperty(around, fc.constantFrom(result, {}), async (value, shape) => {
      expect(await answer(() => value, shape)).toBe(encodedText(shape, value))
      expect(await answer(async () => value, shape)).toBe(encodedText(shape, value))
    })
    await fc.assert(agrees, { ...seeded, numRuns: 12 })
  })

  it('yields to other requests while it is long', async () => {
    const slow = {
      get busy() {
        const until = performance.now() + 0.04
        while (performance.now() < until);
        return 1
      },
    }
    let [turns, isDone] = [0, false]
    const count = (): void => {
      turns++
      if (!isDone) setTimeout(count, 0)
    }
    setTimeout(count, 0)
    await answer(() => ({ items: Array.from({ length: 6000 }, () => slow) }))
    isDone = true
    expect(turns).toBeGreaterThan(3)
  })

  it('contains data as JSON.stringify writes it', () => {
    const agrees = fc.property(fc.string({ unit: 'binary' }), anything, (message, data) => {
      const thrown = new RpcError(-32000, message, { data })
      const fail = (): never => {
        throw thrown
      }
      const error = { code: -32000, message, data }
      expect(answer(fail)).toBe(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
    })
    fc.assert(agrees, seeded)
  })

  it('is an error for cycles, and as deep as JSON can be', () => {
    const circle: Record<string, unknown> = {}
    circle['circle'] = circle
    expect(answer(() => circle)).toContain('-32603')
    let deep: unknown = 1
    for (let level = 0; level < 500; level++) deep = { deep }
    expect(answer(() => deep)).toBe(JSON.stringify({ jsonrpc: '2.0', id: 1, result: deep }))
  })
})

function encodedText(shape: Shape, value: unknown): string {
  try {
    return `{"jsonrpc":"2.0","id":1,"result":${stringify(encode(shape, value))}}`
  } catch {
    return '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}'
  }
}
