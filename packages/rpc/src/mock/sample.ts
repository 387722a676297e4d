import { checkSchema } from '../schema/check.ts'
import { pointerResolver } from '../schema/resources.ts'
import type { Resolve } from '../schema/types.ts'
import { createRandom } from './random.ts'
import { isEndless } from './sampling/height.ts'
import type { Outcome, Search } from './sampling/search.ts'
import { solve } from './sampling/solve.ts'

export interface SampleOptions {
  /** The same value for the same seed; 1 unless given. */
  readonly seed?: string | number
  /** The schema behind a `$ref`; without it, references point into the schema itself. */
  readonly resolve?: Resolve
  /** Values differ by seed; without it the examples of a schema come first, which read best. */
  readonly varied?: boolean
  /** How many values the search for one may begin: 40,000 unless given. */
  readonly budget?: number
}

/** A value that was made, or why there is none. */
export type Sampled =
  | { readonly kind: 'value'; readonly value: unknown }
  /** No value fits the schema; `reason` says what contradicts what. */
  | { readonly kind: 'impossible'; readonly reason: string }
  /** The search was bounded and found nothing. */
  | { readonly kind: 'missed'; readonly reason: string }

/** Values that all searches for one sample may begin. */
const BUDGET = 40_000
/** How deep each search makes more than must be there: what is small is more likely to be found. */
const DEPTHS = [3, 2, 1, 1, 0, 0, 0, 0]

/** A value that fits a schema, decided by the seed, or why there is none. */
export function trySample(schema: unknown, options: SampleOptions = {}): Sampled {
  const resolve = options.resolve ?? pointerResolver(schema)
  let outcome: Outcome = { kind: 'missed', reason: 'nothing was tried' }
  let left = options.budget ?? BUDGET
  const whole = searchFor(options, { resolve, attempt: 0, fullDepth: 0, left })
  if (isEndless(schema, whole))
    return { kind: 'impossible', reason: 'each value would have to hold another without end' }
  for (const [attempt, fullDepth] of DEPTHS.entries()) {
    const search = searchFor(options, { resolve, attempt, fullDepth, left: Math.ceil(left / 2) })
    outcome = solve([schema], search)
    left -= Math.ceil(left / 2) - search.left
    if (outcome.kind === 'impossible') return outcome
    if (outcome.kind === 'missed') continue
    const [issue] = checkSchema(schema, outcome.value, { resolve, maxIssues: 1 })
    if (issue === undefined) return outcome
    outcome = { kind: 'missed', reason: `${issue.pointer} ${issue.message}` }
  }
  return outcome
}

/** A value that fits a schema, decided by the seed; for a schema that nothing fits, something near. */
export function sample(schema: unknown, options: SampleOptions = {}): unknown {
  const sampled = trySample(schema, options)
  if (sampled.kind === 'value') return sampled.value
  const resolve = options.resolve ?? pointerResolver(schema)
  const search = searchFor(options, { resolve, attempt: -1, fullDepth: 1, left: BUDGET })
  const forced = solve([schema], { ...search, isForced: true })
  return forced.kind === 'value' ? forced.value : null
}

interface Attempt extends Pick<Search, 'resolve' | 'fullDepth' | 'left'> {
  readonly attempt: number
}

function searchFor(
  { seed = 1, varied = false }: SampleOptions,
  { attempt, ...given }: Attempt,
): Search {
  return {
    random: createRandom(`${seed}/${attempt}`),
    reserve: given.left / 2,
    isForced: false,
    isVaried: varied,
    heights: new Map(),
    visits: 0,
    ...given,
  }
}
