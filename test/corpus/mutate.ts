import { createRandom, type Random } from '@rpcloom/mock'
import type { Json, JsonObject } from 'rpcloom/model'

/** Values of every type, as replacements. */
const unexpectedValues: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  255,
  4294967296,
  '',
  'x',
  '0x',
  '0x1',
  '0xZZ',
  'latest',
  [],
  [null],
  {},
  { a: 1 },
]

/**
 * Returns values that are each mutated from one value at one or two locations. The seed determines
 * the mutations.
 */
export function mutationsOf(value: Json, count: number, seed: string): readonly Json[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    const once = mutate(value, random)
    return random.integer(0, 2) === 0 ? mutate(once, random) : once
  })
}

function mutate(value: Json, random: Random): Json {
  // Deep and shallow locations are equally likely: each step down is random.
  if (isList(value) && value.length > 0 && random.integer(0, 3) > 0) {
    const index = random.integer(0, value.length - 1)
    return random.integer(0, 4) === 0
      ? changedList(value, index, random)
      : value.map((item, at) => (at === index ? mutate(item, random) : item))
  }
  if (isObject(value) && Object.keys(value).length > 0 && random.integer(0, 3) > 0) {
    const names = Object.keys(value)
    const name = names[random.integer(0, names.length - 1)] ?? ''
    return random.integer(0, 3) === 0
      ? changedObject(value, name, random)
      : withMember(value, name, mutate(value[name] ?? null, random))
  }
  return changed(value, random)
}

function changedList(list: readonly Json[], index: number, random: Random): Json {
  const item = list[index] ?? null
  if (random.integer(0, 1) === 0) return list.filter((_, at) => at !== index)
  return [...list, random.integer(0, 1) === 0 ? item : unexpected(random)]
}

function changedObject(object: JsonObject, name: string, random: Random): Json {
  const kind = random.integer(0, 2)
  if (kind === 0) return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
  if (kind === 1) return withMember(object, 'unheardOf', unexpected(random))
  return withMember(object, name, null)
}

function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  return Object.fromEntries([...Object.entries(object), [name, value]])
}

function changed(value: Json, random: Random): Json {
  if (typeof value === 'number') {
    return random.pick([value + 1, -value, value + 0.5, value * 1024, String(value)]) ?? null
  }
  if (typeof value === 'string') {
    const forms = [
      `${value}0`,
      value.slice(1),
      value.slice(0, -1),
      value.toUpperCase(),
      `${value}\n`,
    ]
    return random.integer(0, 2) === 0 ? unexpected(random) : (random.pick(forms) ?? null)
  }
  return typeof value === 'boolean' && random.integer(0, 1) === 0 ? !value : unexpected(random)
}

function unexpected(random: Random): Json {
  return random.pick(unexpectedValues) ?? null
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}
