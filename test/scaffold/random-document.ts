import type { JsonObject } from 'rpcloom/model'
import { petsWith, type Wanted } from './pets.ts'

/** Random numbers from a seed (mulberry32), and choices based on them. */
export interface Random {
  readonly next: () => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  /** Returns up to three of the items. */
  readonly some: <Item>(items: readonly Item[]) => readonly Item[]
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    some: (items) => {
      const chosen = [0, 1, 2].flatMap(() => items[Math.floor(next() * items.length * 1.6)] ?? [])
      return [...new Set(chosen)]
    },
  }
}

type Methods = Record<string, Wanted>

const params: readonly [JsonObject[], ...JsonObject[][]] = [
  [],
  [{ name: 'id', required: true, schema: { type: 'string' } }],
  [{ name: 'id', schema: { type: 'integer' } }],
  [
    { name: 'id', required: true, schema: { type: 'string' } },
    { name: 'odd name', schema: { type: 'array', items: { type: 'boolean' } } },
  ],
]
const results: readonly [JsonObject, ...JsonObject[]] = [
  { $ref: '#/components/schemas/Pet' },
  { type: 'string' },
  { type: ['string', 'null'], enum: ['a', "it's", null] },
  { type: 'array', items: { type: 'integer', format: 'uint64' } },
  { title: 'Answer', type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
  { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'boolean' }] } },
]

export function randomMethods(group: string, random: Random): Methods {
  const count = 2 + Math.floor(random.next() * 5)
  const names = Array.from({ length: count }, (_, index) => `${group}.m${index}`)
  return Object.fromEntries(names.map((name) => [name, randomMethod(random, name)]))
}

function randomMethod(random: Random, name: string): Wanted {
  const summary = `About ${name}${random.chance(0.3) ? '\n\n- one\n* two */ @three' : ''}`
  return { summary, params: random.pick(params), result: random.pick(results) }
}

/** Mutates methods like the authors of a document do. */
export function mutateMethods(before: Methods, group: string, random: Random): Methods {
  let entries = Object.entries(before)
  for (let step = 0; step < 1 + random.next() * 4; step++) {
    const at = Math.floor(random.next() * entries.length)
    const [name, method] = entries[at] ?? [`${group}.m0`, {}]
    const fresh = `${group}.n${step}`
    switch (random.pick(['add', 'drop', 'params', 'result', 'words', 'move', 'replace', 'case'])) {
      case 'add':
        entries.splice(at, 0, [fresh, randomMethod(random, fresh)])
        break
      case 'drop':
        if (entries.length > 1) entries.splice(at, 1)
        break
      case 'params':
        entries[at] = [name, { ...method, params: random.pick(params) }]
        break
      case 'result':
        entries[at] = [name, { ...method, result: random.pick(results) }]
        break
      case 'words':
        entries[at] = [name, { ...method, summary: `About other ${name} ${step}` }]
        break
      case 'move':
        entries.push(...entries.splice(at, 1))
        break
      case 'replace':
        entries[at] = [name, { ...method, deprecated: { replacedBy: fresh } }]
        entries.push([fresh, randomMethod(random, fresh)])
        break
      case 'case':
        // Another method with the same member name takes the name, so this method is renamed.
        entries.push([`${group}.m_${at}`, randomMethod(random, fresh)])
        break
    }
    entries = [...new Map(entries)]
  }
  return Object.fromEntries(entries)
}

export function documentOf(group: string, methods: Methods): JsonObject {
  return {
    ...petsWith(methods),
    'x-group': { key: group, path: `/${group}`, transports: ['http'] },
  }
}
