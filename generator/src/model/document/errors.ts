import type { OpenRpcError } from '@rpcloom/rpc/internal'
import { isQuick, isTypeName } from '@rpcloom/schema/internal'
import { jsonText } from '../../json/text.ts'
import { compareText } from '../../json/compare-text.ts'
import type { Element } from '../../openrpc/elements.ts'
import { defined, isObject, objectOf, own, stringOf, stringsOf } from '../../json/members.ts'
import { camel } from '../names/identifiers.ts'
import { choose, exactScope, type NameScope } from '../names/name-book.ts'
import { objectMembers, reservedWords } from '../names/reserved.ts'
import { below, type Located, placeId } from '../../json/place.ts'
import { asSchema, structureAt } from '../schema/reader.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { RpcErrorSpec } from '../types.ts'
import { type DocumentScope, isReferred } from './scope.ts'

/** An error of a group before a name is chosen. */
export type ErrorDraft = Omit<RpcErrorSpec, 'identifier'>

interface BookedError {
  readonly draft: ErrorDraft
  /**
   * Possible sources of the error's name, in order of preference: `x-reason`, component key,
   * message.
   */
  readonly texts: readonly (string | undefined)[]
}

/** The errors of a group. An error that several methods list is contained once. */
export type ErrorBook = Map<string, BookedError>

/** Returns the errors that a method lists, and adds them to the errors of the group. */
export function errorsOf(
  scope: DocumentScope,
  book: ErrorBook,
  read: readonly OpenRpcError<Element>[],
): readonly ErrorDraft[] {
  return [...new Set(read.map((error) => oneError(scope, book, error)))]
}

function oneError(scope: DocumentScope, book: ErrorBook, error: OpenRpcError<Element>): ErrorDraft {
  const { json, file, pointer, code, message, reason } = error
  const place = { file, pointer }
  const isComponent = isReferred(error)
  // Identical errors in several methods are treated as one error.
  const key = isComponent ? placeId(place) : jsonText(json)
  const known = book.get(key)
  if (known !== undefined) return known.draft
  const detail = objectOf(json, 'x-reason')
  const component = isComponent ? pointer.split('/').at(-1) : undefined
  const draft: ErrorDraft = {
    code,
    message,
    place,
    ...defined({
      reason,
      pattern: patternOf(scope, place, detail),
      when: stringOf(detail, 'when'),
      help: stringOf(detail, 'help'),
    }),
    search: stringsOf(detail, 'search'),
    ...dataOf(scope, place, own(json, 'data')),
  }
  book.set(key, { draft, texts: [reason, component, message] })
  return draft
}

/** Maximum length of a message that is searched for a reason. */
const longestMessage = 500

/**
 * Returns the pattern of an error's message. Clients evaluate the pattern with JavaScript's regular
 * expression engine, so patterns that could take exponential time are rejected.
 */
function patternOf(
  scope: DocumentScope,
  place: Place,
  detail: JsonObject | undefined,
): string | undefined {
  const pattern = stringOf(detail, 'pattern')
  if (pattern === undefined || isQuick(pattern, longestMessage)) return pattern
  const message =
    'The pattern of `x-reason` is not a valid JavaScript regular expression, or can take exponential time; it is ignored.'
  scope.findings.push({ code: 'RL301', message, place: below(place, 'x-reason', 'pattern') })
  return undefined
}

/**
 * Names the errors of a group. The errors are named in an order that depends on their texts and on
 * the sources of their names, never on the order of methods.
 */
export function namedErrors(
  scope: DocumentScope,
  book: ErrorBook,
): ReadonlyMap<ErrorDraft, RpcErrorSpec> {
  const names = exactScope()
  const rank = ([, { texts }]: readonly [string, BookedError]): number =>
    texts.findIndex((text) => text !== undefined)
  const text = ([key, { draft, texts }]: readonly [string, BookedError]): string => {
    const digits = String(Math.abs(draft.code)).padStart(16, '0')
    return [...texts.map((one) => one ?? ''), digits, key].join('\n')
  }
  const ordered = [...book].sort((a, b) => rank(a) - rank(b) || compareText(text(a), text(b)))
  const named = new Map(
    ordered.map(([, { draft, texts }]) => {
      const identifier = nameError(scope, names, { ...draft, texts })
      return [draft, { ...draft, identifier }]
    }),
  )
  // Restore the order of the document.
  return new Map(
    [...book.values()].flatMap(({ draft }) => {
      const error = named.get(draft)
      return error === undefined ? [] : [[draft, error] as const]
    }),
  )
}

/** Names an error after `x-reason`, the component key, a short message or the code. */
function nameError(
  scope: DocumentScope,
  names: NameScope,
  error: ErrorDraft & Pick<BookedError, 'texts'>,
): string {
  const words = error.texts.flatMap((text) =>
    text === undefined || camel(text) === '' ? [] : [text],
  )
  const code = Math.abs(error.code)
  const last = words.at(-1)
  const telling = [...words, ...(last === undefined ? [] : [`${last} ${code}`]), `error ${code}`]
  const candidates = telling.map(camel).filter((name) => name.length <= 40)
  const chosen = choose(names, {
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

/**
 * Returns the schema of an error's `data`. The specification defines `data` as a value, but most
 * documents contain a schema there, which is more useful.
 */
function dataOf(
  scope: DocumentScope,
  place: Place,
  json: Json | undefined,
): Pick<RpcErrorSpec, 'dataType' | 'dataSchema'> {
  if (!isObject(json)) return {}
  const at = { place: below(place, 'data'), json }
  if (!isSchema(at)) return {}
  return { dataType: scope.reader.inline(at), dataSchema: asSchema(at) }
}

/** Whether `data` is a schema; in some documents it is an example. */
function isSchema(at: Located<JsonObject>): boolean {
  if (stringOf(at.json, '$ref') !== undefined || isTypeName(own(at.json, 'type'))) return true
  const { conjuncts, choices, properties } = structureAt(at)
  return conjuncts.length > 0 || choices.length > 0 || properties.size > 0
}
