import type { Json, JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { build } from '../model/documents.ts'
import { emitted } from './emitted.ts'

interface Server {
  readonly handle: (text: string) => Promise<string | undefined>
}

type CreateServer = (handlers: {
  readonly test: Readonly<Record<string, (params: { readonly v: unknown }) => unknown>>
}) => Server

const uint64: JsonObject = { type: 'integer', format: 'uint64' }

const text: JsonObject = { type: ['string', 'integer'], format: 'uint64' }
const sentAsText: ReadonlySet<Json> = new Set([text])

/** A schema, params as sent, and the value in the handler; `undefined` if the server refuses it. */
const table: readonly (readonly [schema: Json, sent: string, want: unknown])[] = [
  [{ oneOf: [uint64, { type: 'string' }] }, '"5"', '5'],
  [{ oneOf: [uint64, { type: 'string' }] }, '5', 5n],
  [{ oneOf: [uint64, { type: 'string' }] }, '9007199254740993', 9007199254740993n],
  [{ oneOf: [uint64, { type: 'string' }] }, '"9007199254740993"', '9007199254740993'],
  [{ oneOf: [uint64, { type: 'string' }] }, '-9007199254740993', undefined],
  [{ anyOf: [{ type: 'string' }, { type: 'array', items: uint64 }] }, '["5"]', undefined],
  [{ anyOf: [{ type: 'string' }, uint64, { type: 'null' }] }, '"0x1"', '0x1'],
  [{ type: ['integer', 'string'], format: 'int64' }, '"x"', 'x'],
  [{ type: ['integer', 'string'], format: 'int64' }, '"5"', '5'],
  [{ type: ['integer', 'string'], format: 'int64' }, '-9007199254740993', -9007199254740993n],
  [{ type: ['integer', 'string'], format: 'int32' }, '"x"', 'x'],
  [{ type: ['integer', 'string'], format: 'uint64', pattern: '^[0-9]+$' }, '"5"', 5n],
  [{ type: ['integer', 'string'], format: 'uint64', pattern: '^[0-9]+$' }, '"x"', undefined],
  [text, '"9007199254740993"', 9007199254740993n],
  [text, '9007199254740993', 9007199254740993n],
  [text, '"x"', undefined],
  // A schema without strings refuses every string.
  [uint64, '"5"', undefined],
  [uint64, '"9007199254740993"', undefined],
  [uint64, '9007199254740993', 9007199254740993n],
  [{ enum: [1, 9007199254740993n] }, '9007199254740993', 9007199254740993n],
  [{ enum: [1, 9007199254740993n] }, '"9007199254740993"', undefined],
]

test('integers and strings reach the handler as they were sent, and return unchanged', async () => {
  const methods = table.map(([schema], index) => ({
    name: `m${index}`,
    params: [{ name: 'v', required: true, schema }],
    result: { name: 'r', schema },
  }))
  const { api } = build({ openrpc: '1.3.2', info: { title: 'Test', version: '1' }, methods })
  const output = await emitted(api, ['server'])
  output.compile('server')
  const { createServer } = (await output.load('server/dist/index.js')) as {
    readonly createServer: CreateServer
  }
  const seen: unknown[] = []
  const handle = ({ v }: { readonly v: unknown }): unknown => {
    seen.push(v)
    return v
  }
  const server = createServer({
    test: Object.fromEntries(methods.map(({ name }) => [name, handle])),
  })
  for (const [index, [schema, sent, want]] of table.entries()) {
    seen.length = 0
    const text = `{"jsonrpc":"2.0","id":1,"method":"m${index}","params":[${sent}]}`
    const response = String(await server.handle(text))
    const label = `${JSON.stringify(schema, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))} ${sent}`
    if (want === undefined) {
      expect(seen, label).toEqual([])
      expect(JSON.parse(response), label).toMatchObject({ error: { code: -32602 } })
    } else {
      expect(seen, label).toEqual([want])
      const back = sentAsText.has(schema) ? `"${want as bigint}"` : returned(want)
      expect(response, label).toContain(`"result":${back}`)
    }
  }
})

/** Returns the JSON of a value in the form in which an integer is sent as a number. */
function returned(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}
