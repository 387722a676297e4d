import type { Element } from '../../load/elements.ts'
import { isObject, numberOf, objectOf, own, textOf } from '../json.ts'
import { camel } from '../names/identifiers.ts'
import { choose, exactScope, type NameScope } from '../names/name-book.ts'
import { objectMembers, reservedWords } from '../names/reserved.ts'
import { below, placeId } from '../place.ts'
import { asSchema } from '../schema/reader.ts'
import type { Json, JsonObject, Place, RpcErrorSpec } from '../types.ts'
import { type DocumentScope, elementsAt, isReferred } from './scope.ts'

/** The errors of a group: each once, however many methods list it. */
export interface ErrorBook {
  readonly names: NameScope
  readonly byKey: Map<string, RpcErrorSpec>
}

/** An error book with nothing in it. */
export function errorBook(): ErrorBook {
  return { names: exactScope(), byKey: new Map() }
}

/** The errors that a method lists, entered into the group's book. */
export function errorsOf(
  scope: DocumentScope,
  book: ErrorBook,
  at: { readonly place: Place; readonly json: JsonObject },
): readonly RpcErrorSpec[] {
  const elements = elementsAt(scope, at.place, own(at.json, 'errors'), 'errors')
  const errors = elements.map((element) => oneError(scope, book, element))
  return [...new Set(errors)]
}

function oneError(scope: DocumentScope, book: ErrorBook, element: Element): RpcErrorSpec {
  const place = { file: element.file, pointer: element.pointer }
  const { json } = element
  const isComponent = isReferred(element)
  // The same error written out in several methods is one error.
  const key = isComponent ? placeId(place) : JSON.stringify(json)
  const known = book.byKey.get(key)
  if (known !== undefined) return known
  const code = numberOf(json, 'code') ?? 0
  const message = textOf(json, 'message') ?? `Error ${code}`
  const detail = objectOf(json, 'x-reason')
  const reason = textOf(detail, 'name')
  const component = isComponent ? element.pointer.split('/').at(-1) : undefined
  const error: RpcErrorSpec = {
    code,
    message,
    identifier: nameError(scope, book, { place, texts: [reason, component, message], code }),
    place,
    ...(reason === undefined ? {} : { reason }),
    ...optional('pattern', textOf(detail, 'pattern')),
    ...optional('when', textOf(detail, 'when')),
    ...dataOf(scope, place, own(json, 'data')),
  }
  book.byKey.set(key, error)
  return error
}

/** The name of an error's constructor: `x-reason`, component key, the message if it is short, or the code. */
function nameError(
  scope: DocumentScope,
  book: ErrorBook,
  error: { place: Place; texts: readonly (string | undefined)[]; code: number },
): string {
  const said = error.texts.filter((text) => text !== undefined)
  const code = Math.abs(error.code)
  const telling = [...said, `${said.at(-1) ?? ''} ${code}`, `error ${code}`]
  const candidates = telling.map(camel).filter((name) => name.length <= 40)
  const chosen = choose(book.names, {
    candidates,
    fallback: 'error',
    suffix: 'Error',
    reserved: (name) => reservedWords.has(name) || objectMembers.has(name),
  })
  const origin = telling.find((text) => camel(text) === candidates[0]) ?? ''
  scope.entries.push({
    kind: 'error',
    ...error.place,
    scope: scope.group,
    name: chosen.name,
    origin: `error \`${origin}\``,
    ...(chosen.reason === undefined ? {} : { reason: chosen.reason }),
  })
  return chosen.name
}

function optional<Key extends string>(
  key: Key,
  value: string | undefined,
): { readonly [name in Key]?: string } {
  const members: { [name in Key]?: string } = {}
  if (value !== undefined) members[key] = value
  return members
}

/** `data` is a value by the specification; documents give its schema there, and that is what is of use. */
function dataOf(
  scope: DocumentScope,
  place: Place,
  json: Json | undefined,
): Pick<RpcErrorSpec, 'dataType' | 'dataSchema'> {
  if (!isObject(json) || !isSchema(json)) return {}
  const at = { place: below(place, 'data'), json }
  return { dataType: scope.reader.inline(at), dataSchema: asSchema(at) }
}

function isSchema(json: JsonObject): boolean {
  if (textOf(json, '$ref') !== undefined) return true
  const types = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']
  const keywords = ['oneOf', 'anyOf', 'allOf', 'properties']
  return (
    types.includes(textOf(json, 'type') ?? '') ||
    keywords.some((keyword) => typeof own(json, keyword) === 'object')
  )
}
