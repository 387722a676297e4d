// The requests of bench/largest-requests.mjs: the documented examples of each method, in which each string, list and
// object of the params is enlarged until the request has almost 5 MB or 25,000 values, and batches of them.
import { examplesOf, methodsOf } from './amplification-requests.mjs'

/** Almost the node's limits for the size of a request and for its values. */
const BYTES = 5_200_000
const VALUES = 24_000
/** Calls of the largest batch. */
const BATCH = 1000
/** Calls of a batch whose calls are as large as possible. */
const FEW = 5

/** Methods that profile or stop the process itself. */
const skipped = /^(debug_.*(Profile|Trace|PercentGC|FreeOSMemory|freeOSMemory)|admin\.)/

/** Returns the methods to measure, with their documents. */
export async function measuredMethods() {
  const all = await methodsOf(new Set())
  return all.filter(({ method }) => !skipped.test(method.name))
}

/**
 * Yields the bodies of the largest requests to a method, with a name for the kind of request. `callsIn` returns how
 * many calls with the example a batch has; it is called after the example was sent.
 */
export function* largeRequests({ document, method, own }, callsIn = () => BATCH) {
  const [example = own.structure === 'by-position' ? [] : {}] = examplesOf(document, method, own)
  const { name } = method
  yield { kind: 'example', body: bodyOf(name, example) }
  for (const params of enlarged(example, BYTES, VALUES))
    yield { kind: 'single', body: bodyOf(name, params) }
  yield { kind: 'batch', body: batchOf(name, example, Math.min(BATCH, callsIn())) }
  for (const params of enlarged(example, BYTES / FEW, VALUES / FEW))
    yield { kind: 'batch', body: batchOf(name, params, FEW) }
}

function bodyOf(method, params, id = 1) {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

function batchOf(method, params, count) {
  const one = bodyOf(method, params)
  const length = Math.min(
    count,
    Math.floor(BYTES / (one.length + 6)),
    Math.floor(VALUES / valuesIn(one)),
  )
  return `[${Array.from({ length }, (_, id) => bodyOf(method, params, id)).join(',')}]`
}

/** Yields copies of params, each with one enlarged value. */
function* enlarged(params, bytes, values) {
  for (const path of pathsOf(params)) {
    const value = path.reduce((at, part) => at[part], params)
    for (const large of largeValues(value, bytes, values)) yield replaced(params, path, large)
  }
}

function* pathsOf(value, path = []) {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  for (const part of Object.keys(value)) yield* pathsOf(value[part], [...path, part])
}

function* largeValues(value, bytes, values) {
  if (typeof value === 'string') {
    yield value + '1'.repeat(bytes)
  } else if (Array.isArray(value)) {
    const [item = '0x11'] = value
    yield Array.from({ length: countOf(item, 1, bytes, values) }, () => item)
    yield Array.from({ length: values / 2 }, () => ({}))
  } else if (typeof value === 'object' && value !== null) {
    const [[key, item] = ['key', 1]] = Object.entries(value)
    const length = countOf(item, key.length + 10, bytes, values)
    yield Object.fromEntries(
      Array.from({ length }, (_, at) => [
        key.startsWith('0x') ? `0x${at.toString(16).padStart(key.length - 2, '0')}` : `${key}${at}`,
        item,
      ]),
    )
  } else if (typeof value === 'number') yield 2 ** 40
}

function countOf(item, extra, bytes, values) {
  const text = JSON.stringify(item)
  return Math.floor(Math.min(bytes / (text.length + extra), values / valuesIn(text)))
}

/** Returns the number of values in JSON. Commas in strings count, too. */
function valuesIn(text) {
  return (text.match(/[,[{]/g) ?? []).length + 1
}

function replaced(value, [part, ...rest], large) {
  const copy = Array.isArray(value) ? [...value] : { ...value }
  copy[part] = rest.length === 0 ? large : replaced(value[part], rest, large)
  return copy
}
