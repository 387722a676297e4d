import { replaceOutsideStrings } from '@rpcloom/rpc/internal'
import { deepEqual, listOf, recordOf } from '@rpcloom/schema/internal'
import { isObject } from '../../json/pointer.ts'
import { jsonText, readJson } from '../../json/text.ts'
import {
  addCall,
  type CallValues,
  type Contradictions,
  correctionsOf,
  type Documented,
  noContradictions,
} from './corrections.ts'
import { schemaOf } from './schema.ts'
import { addValue, emptySummary, type Summary, together } from './summary.ts'

/** Infers a document from exchanges. */
export interface Inference {
  /** Adds a request and its response: single messages or batches, as JSON. */
  readonly add: (request: string, response: string) => void
  /** Returns an OpenRPC document as JSON text. */
  readonly document: () => string
  /** Returns an overlay that corrects a document, as JSON text; undefined if it is right. */
  readonly corrections: () => string | undefined
}

interface Method {
  calls: number
  /** Calls without an id. */
  notifications: number
  readonly named: Map<string, Summary>
  namedCalls: number
  readonly positional: Summary[]
  readonly counts: number[]
  readonly result: Summary
  readonly contradictions: Contradictions
  readonly errors: Map<number, string>
}

/** A request and its response; undefined if there is none. */
interface Exchange {
  readonly request: unknown
  readonly response: unknown
}

/** Creates an inference. With a document, it finds what the document lacks. */
export function openInference(documented?: Documented): Inference {
  const methods = new Map<string, Method>()
  const addOne = ({ exact, written }: ReadExchange): void => {
    const { request, response } = written
    if (!isObject(request) || typeof request['method'] !== 'string') return
    const name = request['method']
    const method = methods.get(name) ?? emptyMethod()
    methods.set(name, method)
    method.calls++
    if (!('id' in request)) method.notifications++
    addError(method, exact.response)
    if (isObject(response) && 'result' in response) addValue(method.result, response['result'])
    // The params of a failed call may be wrong.
    if (!isObject(response) || !('result' in response)) return
    addParams(method, request['params'])
    const known = documented?.methods.find((one) => one.name === name)
    if (known && documented)
      addCall(
        method.contradictions,
        { known, resolve: documented.resolve },
        { exact: valuesOf(exact), written: valuesOf(written) },
      )
  }
  return {
    add(requestText, responseText) {
      exchangesOf(requestText, responseText).forEach(addOne)
    },
    document() {
      const all = [...methods].filter(isProven).toSorted(([a], [b]) => (a < b ? -1 : 1))
      const info = { title: 'Inferred from recorded calls', version: '0.0.0' }
      return formatted({ openrpc: '1.3.2', info, methods: all.map(methodJson) })
    },
    corrections() {
      const actions = [...methods].flatMap(([name, method]) =>
        actionsOf([name, method], documented),
      )
      if (actions.length === 0) return undefined
      const info = { title: 'Corrections inferred from recorded calls', version: '0.0.0' }
      return formatted({ overlay: '1.0.0', info, actions })
    },
  }
}

/** An exchange as its values are checked, and as their types are inferred. */
interface ReadExchange {
  readonly exact: Exchange
  readonly written: Exchange
}

/** Returns the single exchanges of a message or a batch. Equal ids belong to each other in their order. */
function exchangesOf(requestText: string, responseText: string): readonly ReadExchange[] {
  const readBoth = (read: (text: string) => unknown): Exchange => ({
    request: read(requestText),
    response: responseText === '' ? undefined : read(responseText),
  })
  const [exact, written] = [readBoth(readJson), readBoth(readWritten)]
  const { request } = exact
  if (!Array.isArray(request)) return [{ exact, written }]
  const responses = listOf(exact.response)
  const used = new Set<number>()
  return request.map((one: unknown, index) => {
    const at = responses.findIndex((other, place) => !used.has(place) && respondsTo(other, one))
    used.add(at)
    const partOf = (whole: Exchange): Exchange => ({
      request: listOf(whole.request)[index],
      response: listOf(whole.response)[at],
    })
    return { exact: partOf(exact), written: partOf(written) }
  })
}

function respondsTo(response: unknown, request: unknown): boolean {
  return (
    isObject(response) &&
    isObject(request) &&
    'id' in request &&
    deepEqual(response['id'], request['id'])
  )
}

/** Matches numbers that are written with a fraction or an exponent. */
const fractions = /(?<!\d)-?\d+(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+)/g

/**
 * Parses JSON for its types. A number that is written with a fraction or an exponent becomes a fraction: an amount is no
 * integer, although `1.00000000` equals 1.
 */
function readWritten(text: string): unknown {
  return readJson(replaceOutsideStrings(text, [fractions, '0.5'], 3))
}

function valuesOf({ request, response }: Exchange): CallValues {
  return { params: recordOf(request)['params'], result: recordOf(response)['result'] }
}

/**
 * Whether the calls of a method prove that it exists: one succeeded, or all of them were notifications. A call that only
 * failed may be a probe, and an empty name cannot be documented.
 */
function isProven([name, { calls, notifications, result }]: readonly [string, Method]): boolean {
  return name !== '' && (result.count > 0 || notifications === calls)
}

function emptyMethod(): Method {
  return {
    calls: 0,
    notifications: 0,
    named: new Map(),
    namedCalls: 0,
    positional: [],
    counts: [],
    result: emptySummary(),
    contradictions: noContradictions(),
    errors: new Map(),
  }
}

function addError(method: Method, response: unknown): void {
  const error = recordOf(recordOf(response)['error'])
  const { code } = error
  if (typeof code === 'number' && Number.isInteger(code))
    method.errors.set(code, method.errors.get(code) ?? textOf(error))
}

function textOf({ message }: Readonly<Record<string, unknown>>): string {
  return typeof message === 'string' ? message : ''
}

function addParams(method: Method, params: unknown): void {
  if (Array.isArray(params) || params === undefined || params === null) {
    const list: readonly unknown[] = params ?? []
    method.counts.push(list.length)
    for (const [index, value] of list.entries())
      addValue((method.positional[index] ??= emptySummary()), value)
  } else if (isObject(params)) {
    method.namedCalls++
    for (const [name, value] of Object.entries(params)) {
      const summary = method.named.get(name) ?? emptySummary()
      method.named.set(name, summary)
      addValue(summary, value)
    }
  }
}

function methodJson([name, method]: readonly [string, Method]): object {
  const { calls, named, positional, result, errors } = method
  const isEither = named.size > 0 && positional.length > 0
  return {
    name,
    paramStructure: isEither ? 'either' : named.size > 0 ? 'by-name' : 'by-position',
    params: paramsOf(method),
    ...(result.count > 0 && { result: { name: 'result', schema: schemaOf(result) } }),
    ...(errors.size > 0 && {
      errors: [...errors].map(([code, message]) => ({ code, message })),
    }),
    'x-inferred': { calls },
  }
}

/**
 * Returns the params. Those without a name are numbered by their position. Calls by position do not tell the names, so
 * the named params are the first ones, and have the values of both.
 */
function paramsOf({ named, namedCalls, positional, counts }: Method): readonly object[] {
  const byName = [...named]
  return Array.from({ length: Math.max(byName.length, positional.length) }, (_unused, index) => {
    const [name, own] = byName[index] ?? [unusedName(`param${index + 1}`, named), undefined]
    return {
      name,
      required: (own?.count ?? 0) === namedCalls && counts.every((count) => count > index),
      schema: schemaOf(together([own, positional[index]].filter((one) => one !== undefined))),
    }
  })
}

function unusedName(name: string, used: ReadonlyMap<string, unknown>): string {
  return used.has(name) ? unusedName(`${name}_`, used) : name
}

/** Returns the actions that correct a method, or add it if the document lacks it. */
function actionsOf(
  [name, method]: readonly [string, Method],
  documented: Documented | undefined,
): readonly object[] {
  const known = documented?.methods.find((one) => one.name === name)
  if (known) return correctionsOf(known, documented?.written.get(name), method.contradictions)
  if (!isProven([name, method])) return []
  return [{ target: '$.methods', update: methodJson([name, method]) }]
}

function formatted(json: object): string {
  return `${jsonText(json, undefined, 2)}\n`
}
