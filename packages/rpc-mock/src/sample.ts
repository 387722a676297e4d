import { checkSchema, pointerResolver } from '@rpcloom/schema'
import { createRandom, isEndless, type Resolve } from '@rpcloom/schema/internal'
import type { Sampled, SampleContext, Search } from './sampling/search.ts'
import { solve } from './sampling/solve.ts'

/** Options of `sample`. */
export interface SampleOptions {
  /** Seed of the value; 1 by default. */
  readonly seed?: string | number
  /** Resolves a `$ref`. By default, references refer to the schema itself. */
  readonly resolve?: Resolve
  /** Whether values differ by seed. By default, the examples of a schema are preferred. */
  readonly varied?: boolean
  /**
   * Maximum number of values, including nested values, that the search may begin to generate: 40,000 by
   * default. The other limits of the search are proportional to this limit.
   */
  readonly budget?: number
}

/**
 * Maximum number of values, including nested values, that all searches for a sample may begin to generate.
 */
const BUDGET = 40_000
/** Maximum number of schemas visited per value. */
const LOOKS = 4
/**
 * Depth limits of successive searches. Below its depth limit, a search generates only required members and
 * items, since small values are easier to find.
 */
const DEPTHS = [3, 2, 1, 1, 0, 0, 0, 0]

/** Returns a valid value that the seed determines, or the reason for a failure. */
export function trySample(schema: unknown, options: SampleOptions = {}): Sampled {
  const context = questFor(schema, options)
  const { resolve, effort } = context
  let outcome: Sampled = { kind: 'missed', reason: 'no search was started' }
  let left = options.budget ?? BUDGET
  if (isEndless(schema, resolve))
    return { kind: 'impossible', reason: 'the schema is infinitely recursive' }
  for (const [attempt, fullDepth] of DEPTHS.entries()) {
    const half = Math.ceil(left / 2)
    const search = searchFor(context, { seed: seedOf(options, attempt), fullDepth, left: half })
    outcome = solve([schema], search)
    left -= half - search.left
    if (outcome.kind === 'impossible') return outcome
    if (outcome.kind === 'missed') continue
    const [issue] = checkSchema(schema, outcome.value, { resolve, effort, maxIssues: 1 })
    if (issue === undefined) return outcome
    outcome = { kind: 'missed', reason: `${issue.pointer} ${issue.message}` }
  }
  return outcome
}

/**
 * Returns a valid value that the seed determines. For a schema without valid values, returns an
 * approximation.
 */
export function sample(schema: unknown, options: SampleOptions = {}): unknown {
  const sampled = trySample(schema, options)
  if (sampled.kind === 'value') return sampled.value
  const near = { seed: seedOf(options, -1), fullDepth: 1, left: options.budget ?? BUDGET }
  const search = searchFor(questFor(schema, options), near)
  const forced = solve([schema], { ...search, isForced: true })
  return forced.kind === 'value' ? forced.value : null
}

function questFor(schema: unknown, options: SampleOptions): SampleContext {
  const { resolve = pointerResolver(schema), varied = false, budget = BUDGET } = options
  return {
    resolve,
    effort: { left: budget * LOOKS },
    isVaried: varied,
    distinct: new Map(),
  }
}

function seedOf({ seed = 1 }: SampleOptions, attempt: number): string {
  return `${seed}/${attempt}`
}

interface Attempt extends Pick<Search, 'fullDepth' | 'left'> {
  readonly seed: string
}

function searchFor(context: SampleContext, { seed, fullDepth, left }: Attempt): Search {
  const random = createRandom(seed)
  return { ...context, random, fullDepth, left, reserve: left / 2, isForced: false }
}
