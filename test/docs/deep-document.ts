import type { Json, JsonObject } from 'rpcloom/model'
import { answering, documentOf } from '../model/documents.ts'

/** Returns the total number of fields in the result of `deepSchema(levels)`. */
export function fieldCount(levels: number): number {
  return levels === 0 ? 0 : 4 + 2 * fieldCount(levels - 1)
}

/**
 * Returns nested unnamed objects with four fields each. Two of the fields contain the next level.
 */
export function deepSchema(levels: number): JsonObject {
  const text: JsonObject = {
    type: 'string',
    pattern: '^0x[0-9a-f]{64}$',
    description: `What is ${levels} levels above the innermost. It has a sentence or two about itself.`,
  }
  const inner: Json =
    levels === 1 ? { type: 'integer' } : { ...deepSchema(levels - 1), title: `Level ${levels}` }
  return {
    type: 'object',
    required: ['first'],
    properties: { first: text, second: text, left: inner, right: { type: 'array', items: inner } },
  }
}

/**
 * A document with a method whose result has many inline levels, and a method whose result has two
 * long named schemas.
 */
export function deepDocument(levels: number): JsonObject {
  const wide = (): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `field${index}`,
        { type: 'string', description: 'What it is for, at length. '.repeat(26) },
      ]),
    ),
  })
  const both: JsonObject = {
    one: { $ref: '#/components/schemas/One' },
    other: { $ref: '#/components/schemas/Other' },
  }
  return documentOf(
    [
      answering('deep.inline', deepSchema(levels)),
      answering('deep.named', { type: 'object', properties: both }),
    ],
    { One: wide(), Other: wide() },
  )
}
