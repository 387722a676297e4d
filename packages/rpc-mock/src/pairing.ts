import { checkSchema } from '@rpcloom/rpc/schema'
import {
  canonicalText,
  deepEqual,
  type Members,
  type OpenRpcMethod,
  type Resolve,
} from '@rpcloom/rpc/internal'
import { comparableParams } from './comparable.ts'

/** An example pairing with a result. */
export interface Exampled {
  readonly params: Members
  readonly result: unknown
}

/** Returns the example pairings of a method that have a result. */
export function exampledCalls({ pairings }: OpenRpcMethod): readonly Exampled[] {
  return pairings.flatMap(({ params, result }) =>
    result ? [{ params, result: result.value }] : [],
  )
}

/** The examples of a method, indexed once. */
interface Examples {
  /** Examples by normalized params, in the order of the document. */
  readonly byText: ReadonlyMap<string, readonly Exampled[]>
  /**
   * Messages about examples whose results are invalid against their own schema. These examples are never
   * used.
   */
  readonly wrong: readonly string[]
}

const known = new WeakMap<OpenRpcMethod, Examples>()

function examplesOf(method: OpenRpcMethod, resolve: Resolve): Examples {
  const before = known.get(method)
  if (before) return before
  const byText = new Map<string, readonly Exampled[]>()
  const wrong: string[] = []
  for (const pairing of exampledCalls(method)) {
    const schema = method.result?.schema ?? true
    const [issue] = checkSchema(schema, pairing.result, { resolve, maxIssues: 1 })
    if (issue) wrong.push(`${issue.pointer} ${issue.message}`.trim())
    else {
      const text = paramsText(method, pairing.params, resolve)
      byText.set(text, [...(byText.get(text) ?? []), pairing])
    }
  }
  const examples = { byText, wrong }
  known.set(method, examples)
  return examples
}

/** The params of a call, and the text that `paramsText` returns for them. */
export interface AskedParams {
  readonly params: Members
  readonly text: string
}

/**
 * Returns the example pairing with equal params. One with identical params is preferred to one whose params
 * are only equal once normalized. Pairings with an invalid result are ignored.
 */
export function matchingPairing(
  method: OpenRpcMethod,
  { params, text }: AskedParams,
  resolve: Resolve,
): Exampled | undefined {
  if (method.pairings.length === 0) return undefined
  const alike = examplesOf(method, resolve).byText.get(text) ?? []
  return alike.find((pairing) => deepEqual(pairing.params, params)) ?? alike[0]
}

/** Returns messages about the examples of a method that are never used because they are invalid. */
export function wrongExamples(method: OpenRpcMethod, resolve: Resolve): readonly string[] {
  return method.pairings.length === 0 ? [] : examplesOf(method, resolve).wrong
}

/** Returns text that is the same for equal params. */
export function paramsText(method: OpenRpcMethod, params: Members, resolve: Resolve): string {
  return canonicalText(comparableParams(params, method.params, resolve))
}
