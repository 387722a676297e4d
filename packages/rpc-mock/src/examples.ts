import type { JsonObject } from '@rpcloom/rpc'
import { type Members, type OpenRpcMethod, readDocument, wholeName } from '@rpcloom/rpc/internal'
import { canonicalText, deepEqual, type Resolve } from '@rpcloom/schema/internal'
import { checkSchema } from '@rpcloom/schema'
import { copyJson } from './copy-json.ts'
import { generateValue } from './generate-value.ts'
import { normalizeParams } from './normalize.ts'

/** An example pairing with a result. */
interface Example {
  readonly params: Members
  readonly result: unknown
}

export function examplesOf({ pairings, structure }: OpenRpcMethod): readonly Example[] {
  return pairings.flatMap(({ params: byName, result }) => {
    const params = structure === 'whole' ? (byName[wholeName] as Members) : byName
    return result ? [{ params, result: result.value }] : []
  })
}

interface Index {
  /** Examples by normalized params, in the order of the document. */
  readonly byParams: ReadonlyMap<string, readonly Example[]>
  /** Issues of examples that are never used because their results are invalid against their own schema. */
  readonly issues: readonly string[]
}

const indexes = new WeakMap<OpenRpcMethod, Index>()

function indexOf(method: OpenRpcMethod, resolve: Resolve): Index {
  const known = indexes.get(method)
  if (known) return known
  const byParams = new Map<string, readonly Example[]>()
  const issues: string[] = []
  for (const example of examplesOf(method)) {
    const schema = method.result?.schema ?? true
    const [issue] = checkSchema(schema, example.result, { resolve, maxIssues: 1 })
    if (issue) issues.push(`${issue.pointer} ${issue.message}`.trim())
    else {
      const text = paramsText(method, example.params, resolve)
      byParams.set(text, [...(byParams.get(text) ?? []), example])
    }
  }
  const index = { byParams, issues }
  indexes.set(method, index)
  return index
}

/**
 * Returns a copy of the result of the example with equal params. Prefers an example with identical params to
 * an example whose params are equal only after normalization. `text` is the result of `paramsText`.
 */
export function exampleFor(
  method: OpenRpcMethod,
  { params, text }: { readonly params: Members; readonly text: string },
  resolve: Resolve,
): { readonly value: unknown } | undefined {
  const equal = indexOf(method, resolve).byParams.get(text) ?? []
  const example = equal.find((one) => deepEqual(one.params, params)) ?? equal[0]
  return example && { value: copyJson(example.result) }
}

/** Returns issues of the examples that are never used because their results are invalid. */
export function exampleIssues(method: OpenRpcMethod, resolve: Resolve): readonly string[] {
  return indexOf(method, resolve).issues
}

/** Returns text that is the same for equal params. */
export function paramsText(method: OpenRpcMethod, params: Members, resolve: Resolve): string {
  if (method.structure === 'whole') return canonicalText(params)
  return canonicalText(normalizeParams(params, method.params, resolve))
}

/** Options of `exampleResult` for methods without an example. */
export interface ExampleOptions {
  readonly seed?: string | number
}

/**
 * Returns the result of a call in JSON form: the result of the example pairing with equal params, or else a
 * value generated from the result's schema and determined by seed, method and params. Returns `undefined` for
 * a method that has no result or is not in the document.
 */
export function exampleResult(
  document: JsonObject,
  methodName: string,
  params: Readonly<Record<string, unknown>>,
  { seed = 1 }: ExampleOptions = {},
): unknown {
  const { methods, resolve } = readDocument(document)
  const method = methods.get(methodName)
  if (!method?.result) return undefined
  const text = paramsText(method, params, resolve)
  const example = exampleFor(method, { params, text }, resolve)
  if (example) return example.value
  const { schema } = method.result
  return generateValue({ schema, resolve, seed: `${seed}/${methodName}/${text}` })
}
