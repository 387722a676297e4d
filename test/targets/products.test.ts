import { buildApi, type Json, type JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { answering, documentOf, loadedFrom } from '../model/documents.ts'
import { emitted } from './emitted.ts'

function choice(index: number): JsonObject {
  const record = (name: string, schema: Json): JsonObject => ({
    type: 'object',
    required: [name],
    properties: { [name]: schema },
  })
  return {
    anyOf: [record(`a${index}`, { type: 'string' }), record(`b${index}`, { type: 'integer' })],
  }
}

const many: readonly JsonObject[] = Array.from({ length: 24 }, (_, index) => choice(index))
const named = Object.fromEntries(many.map((schema, index) => [`Part${index}`, schema]))

test.each(['5.9', '7.0'] as const)(
  'a product of 2^24 alternatives compiles with TypeScript %s',
  { timeout: 120_000 },
  async (compiler) => {
    const document = documentOf(
      [
        answering('inline', { allOf: many }),
        answering('named', { $ref: '#/components/schemas/All' }),
        answering('nested', {
          type: 'array',
          items: { allOf: [{ allOf: many }, { type: 'object' }] },
        }),
      ],
      {
        ...named,
        All: {
          allOf: Object.keys(named).map((name) => ({ $ref: `#/components/schemas/${name}` })),
        },
      },
    )
    const { api, diagnostics } = buildApi(loadedFrom({ 'test.openrpc.json': document }), {
      scope: '@test',
    })
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['RL307']))
    const output = await emitted(api, ['client'])
    output.compile('client', compiler)
    const types = [...output.sources.values()].join('\n')
    // The type is narrowed to some of the intersections.
    expect(types).toMatch(/Part0 & Part1/)
    expect(types).not.toMatch(/Part0 & .*Part23/)
  },
)
