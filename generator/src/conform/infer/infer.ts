import { isObject } from '../../json/pointer.ts'
import { jsonText, readJson } from '../../json/text.ts'
import {
  addCall,
  type Contradictions,
  correctionsOf,
  type Documented,
  noContradictions,
} from './corrections.ts'
import { schemaOf } from './schema.ts'
import { addValue, emptySummary, type Summary } from './summary.ts'

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
  readonly named: Map<string, Summary>
  namedCalls: number
  readonly positional: Summary[]
  readonly counts: number[]
  readonly result: Summary
  readonly contradictions: Contradictions
  readonly errors: Map<number, string>
}

/** Creates an inference. With a document, it finds what the document lacks. */
export function openInference(documented?: Documented): Inference {
  const methods = new Map<string, Method>()
  const addOne = (request: unknown, response: unknown): void => {
    if (!isObject(request) || typeof request['method'] !== 'string') return
    const name = request['method']
    const method = methods.get(name) ?? emptyMethod()
    methods.set(name, method)
    method.calls++
    addResponse(method, response)
    // The params of a failed call may be wrong.
    if (!isObject(response) || !('result' in response)) return
    const { params } = request
    addParams(method, params)
    const known = documented?.methods.find((one) => one.name === name)
    if (known && documented)
      addCall(
        method.contradictions,
        { known, resolve: documented.resolve },
        { params, result: response['result'] },
      )
  }
  return {
    add(requestText, responseText) {
      const request = readJson(requestText)
      const response = responseText === '' ? undefined : readJson(responseText)
      if (!Array.isArray(request)) return addOne(request, response)
      const responses = Array.isArray(response) ? response : []
      for (const one of request) {
        const id = isObject(one) ? one['id'] : undefined
        addOne(
          one,
          responses.find((other) => isObject(other) && other['id'] === id),
        )
      }
    },
    document() {
      const all = [...methods].toSorted(([a], [b]) => (a < b ? -1 : 1))
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

function emptyMethod(): Method {
  return {
    calls: 0,
    named: new Map(),
    namedCalls: 0,
    positional: [],
    counts: [],
    result: emptySummary(),
    contradictions: noContradictions(),
    errors: new Map(),
  }
}

function addResponse(method: Method, response: unknown): void {
  if (!isObject(response)) return
  const { error } = response
  if (isObject(error) && typeof error['code'] === 'number')
    method.errors.set(error['code'], method.errors.get(error['code']) ?? textOf(error))
  if ('result' in response) addValue(method.result, response['result'])
}

function textOf({ message }: Readonly<Record<string, unknown>>): string {
  return typeof message === 'string' ? message : ''
}

function addParams(method: Method, params: unknown): void {
  if (Array.isArray(params) || params === undefined) {
    const list = params ?? []
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
  const byPosition = positionalParams(method)
  const isEither = named.size > 0 && positional.length > 0
  return {
    name,
    paramStructure: isEither ? 'either' : named.size > 0 ? 'by-name' : 'by-position',
    // Calls by position do not tell the names, so that only further params are added.
    params: [...namedParams(method), ...byPosition.slice(named.size)],
    ...(result.count > 0 && { result: { name: 'result', schema: schemaOf(result) } }),
    ...(errors.size > 0 && {
      errors: [...errors].map(([code, message]) => ({ code, message })),
    }),
    'x-inferred': { calls },
  }
}

function namedParams({ named, namedCalls }: Method): readonly object[] {
  return [...named].map(([name, summary]) =>
    descriptor(name, summary, summary.count === namedCalls),
  )
}

/** Params by position have no names, so they are numbered. */
function positionalParams({ positional, counts }: Method): readonly object[] {
  return positional.map((summary, index) =>
    descriptor(
      `param${index + 1}`,
      summary,
      counts.every((count) => count > index),
    ),
  )
}

function descriptor(name: string, summary: Summary, required: boolean): object {
  return { name, required, schema: schemaOf(summary) }
}

/** Returns the actions that correct a method, or add it if the document lacks it. */
function actionsOf(
  [name, method]: readonly [string, Method],
  documented: Documented | undefined,
): readonly object[] {
  const known = documented?.methods.find((one) => one.name === name)
  if (known) return correctionsOf(known, documented?.written.get(name), method.contradictions)
  // A call that only failed does not prove that the method exists.
  return method.result.count === 0
    ? []
    : [{ target: '$.methods', update: methodJson([name, method]) }]
}

function formatted(json: object): string {
  return `${jsonText(json, undefined, 2)}\n`
}
