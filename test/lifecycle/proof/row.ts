import type { Audience } from '../../../generator/src/diff/direction.ts'
import type { ChangeKind } from '../../../generator/src/diff/kinds.ts'
import type { Json, JsonObject } from 'rpcloom/model'

export type Where = 'params' | 'result' | 'methods' | 'errors' | 'extensions' | 'document'

/** Why the compiler cannot detect a breaking change. */
export const reasons = {
  checked:
    'what a value has to fulfil beyond its type is checked when it travels, and types are the same',
  meaning: 'a value of the same type means something else',
  transport: 'where and how a call travels is no part of its type',
  settings: 'whether a method is there depends on the node that is asked',
  open: 'TypeScript lets an object have members that its type does not declare',
  unknown: 'a value that may be anything fits everything that takes anything',
  errors: 'an error is made by its constructor, whose type does not hold the code',
  overloads:
    'the compiled programs call with params of any value, and not with those of an overload',
  positions: 'params of equal types may change places unseen',
} as const

export type Reason = keyof typeof reasons

/**
 * Changes after which a program may not compile, although the program works without the rejected
 * code.
 */
export const deadCode: Readonly<Record<string, string>> = {
  'enum-value-removed': 'a `case` for a value that cannot come any more is refused',
  'object-described': 'a member that is not described has no type any more',
}

/**
 * One elementary change: the old and the new fragment, and the expected report of `rpcloom diff`.
 */
export interface Row {
  readonly where: Where
  readonly kind: ChangeKind
  readonly breaks: readonly Audience[]
  readonly before: JsonObject
  readonly after: JsonObject
  /** For whom the compiler cannot detect the change, and why. */
  readonly unseen: Readonly<Partial<Record<Audience, Reason>>>
}

/** Whom the change breaks: `c` (callers), `i` (implementers), both, or nobody. */
export type Class = '' | 'c' | 'i' | 'ci'

/** For whom the types do not show the change: `{ c: 'checked' }`. */
export interface Unseen {
  readonly c?: Reason
  readonly i?: Reason
}

export function row(
  title: `${Where}: ${ChangeKind}`,
  given: readonly [before: JsonObject, after: JsonObject],
  want: Class,
  unseen: Unseen = {},
): Row {
  // Safe cast: the type of the title determines both halves.
  const [where, kind] = title.split(': ') as [Where, ChangeKind]
  return {
    where,
    kind,
    before: given[0],
    after: given[1],
    breaks: audiencesOf(want),
    unseen: {
      ...(unseen.c !== undefined && { callers: unseen.c }),
      ...(unseen.i !== undefined && { implementers: unseen.i }),
    },
  }
}

function audiencesOf(want: Class): readonly Audience[] {
  return [
    ...(want.includes('c') ? (['callers'] as const) : []),
    ...(want.includes('i') ? (['implementers'] as const) : []),
  ]
}

/** Returns the document of a row. Its methods are named `NAME.method`, and its group is NAME. */
export function rowDocument(name: string, fragment: JsonObject): JsonObject {
  const { methods, group, ...rest } = fragment
  const own = Array.isArray(methods) ? (methods as readonly JsonObject[]) : []
  const text = JSON.stringify({
    openrpc: '1.3.2',
    info: { title: name, version: '1.0.0' },
    'x-group': { key: name, path: `/${name}`, transports: ['http', 'ws'], ...Object(group) },
    methods: own.map((method) => ({
      paramStructure: 'by-name',
      params: [],
      result: { name: 'done', schema: { type: 'boolean' } },
      ...method,
      name: typeof method['name'] === 'string' ? `${name}.${method['name']}` : name,
    })),
    ...rest,
  })
  // Names of methods in extensions are written `@name`.
  const document: JsonObject = JSON.parse(text.replaceAll('"@', `"${name}.`))
  return document
}

/** Returns methods with a value as a param and as a result. */
export function asParam(schema: Json): JsonObject {
  return { methods: [{ name: 'send', params: [{ name: 'value', required: true, schema }] }] }
}

/** Returns a method with a value as its result. */
export function asResult(schema: Json): JsonObject {
  return { methods: [{ name: 'get', result: { name: 'value', schema } }] }
}
