import { canonicalText, checkSchema, deepEqual } from '@rpcloom/rpc/schema'
import type { Resolve } from '@rpcloom/rpc/internal'
import { comparableParams } from './comparable.ts'
import type { DescribedMethod, Members, Pairing } from './described.ts'

/** What can be asked for of a method's examples, found once. */
interface Examples {
  /** By params in comparable form, in the document's order. */
  readonly byText: ReadonlyMap<string, readonly Pairing[]>
  /** What is wrong with the results that their own schema refuses; nobody answers with those. */
  readonly wrong: readonly string[]
}

const known = new WeakMap<DescribedMethod, Examples>()

function examplesOf(method: DescribedMethod, resolve: Resolve): Examples {
  const before = known.get(method)
  if (before) return before
  const byText = new Map<string, readonly Pairing[]>()
  const wrong: string[] = []
  for (const pairing of method.pairings) {
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

/** A call's params, beside the text that `paramsText` makes of them. */
export interface AskedParams {
  readonly params: Members
  readonly text: string
}

/**
 * The example pairing with the same params: as they came, else with the same values in another form.
 * One whose result does not fit its schema is none.
 */
export function matchingPairing(
  method: DescribedMethod,
  { params, text }: AskedParams,
  resolve: Resolve,
): Pairing | undefined {
  if (method.pairings.length === 0) return undefined
  const alike = examplesOf(method, resolve).byText.get(text) ?? []
  return alike.find((pairing) => deepEqual(pairing.params, params)) ?? alike[0]
}

/** What is wrong with the examples of a method that no call is answered with. */
export function wrongExamples(method: DescribedMethod, resolve: Resolve): readonly string[] {
  return method.pairings.length === 0 ? [] : examplesOf(method, resolve).wrong
}

/** The params as text that is the same for the same values. */
export function paramsText(method: DescribedMethod, params: Members, resolve: Resolve): string {
  return canonicalText(comparableParams(params, method.params, resolve))
}
