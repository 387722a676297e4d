import type { Random } from '@rpcloom/mock'
import type { Json, JsonObject } from 'rpcloom/model'

/** Strings with a special meaning in generated code or pages. */
export const evilText: readonly string[] = [
  '',
  ' ',
  '*/ globalThis.pwned = 1 /*',
  "' + (globalThis.pwned = 1) + '",
  '`${globalThis.pwned = 1}`',
  '\\',
  '\u2028',
  '\u0000',
  '\ud800',
  '\n@deprecated\n```\n',
  '</script><script>globalThis.pwned=1</script>',
  '{{constructor}}{{{raw}}}{{#if x}}',
  '<img src=x onerror=globalThis.pwned=1>',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  'default',
  'class',
  'Error',
  'any',
  'null',
  '1c',
  '../../escape',
  '/etc/passwd',
  'C:\\x',
  'con',
  'a/../../b',
  'Block hash ',
  'ünï',
  '数',
  'x'.repeat(3000),
]

const unexpectedValues: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  '',
  [],
  {},
  [[]],
  [null],
  { $ref: '#' },
  { type: 'object' },
]

/** Members of schemas, both valid and invalid. */
const keywords: readonly JsonObject[] = [
  { nullable: true },
  { type: 'integer', format: 'uint64' },
  { type: ['string', 'integer'], format: 'uint64', minimum: 'x' },
  { type: 'file' },
  { enum: [] },
  { enum: [1, 'a', null, { a: 1 }, '__proto__'] },
  { const: { a: [1, { b: '*/' }] } },
  { oneOf: [] },
  { anyOf: [{ type: 'string' }, false, {}] },
  { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { type: 'array' }] },
  { not: {} },
  { if: { const: 1 }, then: false },
  { items: [{ type: 'string' }, true], additionalItems: false },
  { prefixItems: [{ $ref: '#' }], items: false },
  { patternProperties: { '(': {}, '^(a+)+$': { type: 'string' } } },
  { pattern: "[^']`\\/*" },
  { required: ['nowhere', 1, '__proto__'] },
  { properties: JSON.parse('{"__proto__": {"type": "string"}, "constructor": {}, "": {}}') },
  { additionalProperties: { $ref: '#/components/schemas/Missing' } },
  { propertyNames: { pattern: '^x' } },
  { discriminator: { propertyName: 'kind' } },
  { $id: 'urn:x', $anchor: 'here' },
  { minimum: 1e308, exclusiveMinimum: true },
  { maxLength: -1, multipleOf: 0 },
  { unevaluatedProperties: false },
  { dependencies: { a: ['b'], c: { required: ['d'] } } },
]

type Path = readonly string[]
type Edit = (value: Json, random: Random) => Json

const replacing: readonly Edit[] = [
  (_, random) => random.pick(unexpectedValues) ?? null,
  (value, random) => (typeof value === 'string' ? (random.pick(evilText) ?? '') : value),
  (value, random) => (isObject(value) ? { ...value, ...random.pick(keywords) } : value),
  (value) => ({ oneOf: [value, value] }),
  (value) => ({ allOf: [value, { description: '*/' }] }),
  (value) => [value, value],
  (value) => (isList(value) ? [...value, ...value] : value),
  (value, random) => renamed(value, random),
  (value, random) => renamed(value, random),
  (value, random) => without(value, random),
  (value, random) => without(value, random),
]

/** Returns a document with a few mutations, which the random numbers determine. */
export function mutatedDocument(document: Json, random: Random): Json {
  const paths = pathsOf(document)
  let mutated = document
  for (let left = random.integer(1, 4); left > 0; left--) {
    mutated = at(mutated, random.pick(paths) ?? [], editOf(paths, mutated, random))
  }
  return mutated
}

function editOf(paths: readonly Path[], document: Json, random: Random): (value: Json) => Json {
  const kind = random.integer(0, 9)
  if (kind === 0) return () => valueAt(document, random.pick(paths) ?? []) ?? null
  if (kind === 1) return () => ({ $ref: reference(random.pick(paths) ?? [], random) })
  const edit = random.pick(replacing) ?? ((value: Json) => value)
  return (value) => edit(value, random)
}

function reference(path: Path, random: Random): string {
  const pointer = path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  return (
    random.pick([
      `#/${pointer}`,
      `#/${pointer}`,
      `#/${pointer}/nowhere`,
      '#',
      '../../../../etc/passwd',
      'https://example.org/schema.json',
      'case.json#/%',
      '#/components/schemas/__proto__',
    ]) ?? '#'
  )
}

/** Returns text with lost, doubled or replaced characters. Invalid text must be reported. */
export function mutatedText(text: string, random: Random): string {
  let mutated = text
  for (let left = random.integer(1, 3); left > 0; left--) {
    const from = random.integer(0, mutated.length)
    const to = Math.min(mutated.length, from + random.integer(0, 30))
    const added = random.pick([
      '',
      '"',
      '}',
      ',',
      '\u0000',
      '{',
      '[',
      '\\',
      mutated.slice(from, to),
    ])
    mutated = mutated.slice(0, from) + (added ?? '') + mutated.slice(to)
  }
  return mutated
}

function renamed(value: Json, random: Random): Json {
  if (!isObject(value)) return value
  const chosen = random.pick(Object.keys(value))
  const name = random.pick(evilText) ?? ''
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key === chosen ? name : key, inner]),
  )
}

function without(value: Json, random: Random): Json {
  if (isList(value)) return value.slice(1)
  if (!isObject(value)) return value
  const chosen = random.pick(Object.keys(value))
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== chosen))
}

function pathsOf(json: Json, path: Path = []): readonly Path[] {
  if (typeof json !== 'object' || json === null) return [path]
  return [path, ...Object.entries(json).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))]
}

function valueAt(json: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => {
    if (isList(value ?? null)) return (value as readonly Json[])[Number(key)]
    return isObject(value ?? null) ? (value as JsonObject)[key] : undefined
  }, json)
}

/** Returns the document with one value replaced. A path that no longer exists changes nothing. */
function at(json: Json, [key, ...rest]: Path, edit: (value: Json) => Json): Json {
  if (key === undefined) return edit(json)
  if (isList(json)) {
    return json.map((inner, index) => (String(index) === key ? at(inner, rest, edit) : inner))
  }
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, inner]) => [
      name,
      name === key ? at(inner, rest, edit) : inner,
    ]),
  )
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}
