import { automatonOf, compile, matches, reach, type Step } from '@rpcloom/schema/internal'
import { createRandom, type Random } from '@rpcloom/schema/internal'

/** Required length of a string, in characters. */
export interface Lengths {
  readonly least: number
  readonly most: number
}

const TRIES = 30
/**
 * Number of attempts up to which a string is generated anew for each seed. A string that takes more attempts
 * is reused for all seeds.
 */
const EASY_TRIES = 8
const MAX_CACHED = 1000
/** Number of characters to try at each index. */
const CHARS = 12
/** Maximum number of characters to add to the shortest string. */
const EXTRA = 6
const MAX_LENGTH = 20_000
/** Number of characters beyond the wanted length after which a search without a match ends. */
const MAX_EXCESS = 500

/**
 * Returns a string that matches all regular expressions and is within the length bounds; `undefined` if none
 * was found. Each expression is an automaton, and the string is a path through all automata. Lookaround is
 * ignored during the search and checked afterwards.
 */
export function stringOfPatterns(
  patterns: readonly string[],
  lengths: Lengths,
  random: Random,
): string | undefined {
  const cached = cachedSearch(patterns, lengths)
  if (cached.text === undefined || cached.tries > EASY_TRIES) return cached.text
  return search(patterns, lengths, random).text ?? cached.text
}

interface SearchResult {
  readonly text: string | undefined
  readonly tries: number
}

const cache = new Map<string, SearchResult>()

/**
 * Returns a cached string for expressions and lengths. The string does not depend on the seed or on earlier
 * calls. Failed searches are cached too, since they take the longest.
 */
function cachedSearch(patterns: readonly string[], lengths: Lengths): SearchResult {
  const key = JSON.stringify([lengths.least, lengths.most, ...patterns])
  const cached = cache.get(key)
  if (cached) return cached
  if (cache.size >= MAX_CACHED) cache.clear()
  const found = search(patterns, lengths, createRandom(key))
  cache.set(key, found)
  return found
}

function search(patterns: readonly string[], lengths: Lengths, random: Random): SearchResult {
  const machines: Machine[] = []
  for (const pattern of patterns) {
    const flags = compile(pattern)?.flags
    // An invalid pattern allows every string.
    if (flags === undefined) continue
    const machine = machineOf(pattern, flags)
    if (machine === undefined) return { text: undefined, tries: 0 }
    machines.push(machine)
  }
  for (let tries = 1; tries <= TRIES; tries++) {
    const text = randomString(machines, lengths, random)
    if (text !== undefined && patterns.every((pattern) => matches(pattern, text)))
      return { text, tries }
  }
  return { text: undefined, tries: TRIES }
}

export function stringOfPattern(pattern: string, random: Random): string | undefined {
  return stringOfPatterns([pattern], { least: 0, most: Infinity }, random)
}

interface Machine {
  readonly steps: readonly Step[]
  /** Possible characters at each index; undefined unless there is exactly one path from start to end. */
  readonly fixedPath: readonly (readonly string[])[] | undefined
  /** Minimum number of characters from each step to the end. */
  readonly distance: readonly number[]
  readonly seen: Int32Array
}

const machines = new Map<string, Machine | undefined>()

function machineOf(pattern: string, flags: string): Machine | undefined {
  if (!machines.has(pattern)) {
    if (machines.size >= 200) machines.clear()
    const steps = automatonOf(pattern, {
      flags,
      maxSteps: 20_000,
      maxExtra: 500,
      lookAround: 'left out',
    })
    machines.set(pattern, steps && machineFrom(steps))
  }
  const cached = machines.get(pattern)
  return cached && { ...cached, seen: new Int32Array(cached.steps.length).fill(-1) }
}

function machineFrom(steps: readonly Step[]): Machine {
  const seen = new Int32Array(0)
  return { steps, fixedPath: fixedPath(steps), distance: distances(steps), seen }
}

/**
 * Returns the characters on the only path through an automaton; undefined if there are several paths.
 * Patterns of hashes often have only one path, and following it takes a tenth of the time of a search.
 */
function fixedPath(steps: readonly Step[]): Machine['fixedPath'] {
  if (!isAnchored(steps)) return undefined
  const characters: (readonly string[])[] = []
  for (const step of steps.slice(1)) {
    if (step.kind === 'char') characters.push(charsOf(step.accepts))
    else if (step.kind === 'split') return undefined
  }
  return characters
}

/**
 * Returns the minimum number of characters from each step to the end. A few passes from end to start suffice,
 * because only loops lead to an earlier step.
 */
function distances(steps: readonly Step[]): readonly number[] {
  const distance = steps.map(() => Infinity)
  for (let isSettled = false; !isSettled;) {
    isSettled = true
    for (let at = steps.length - 1; at >= 0; at--) {
      const step = steps[at]
      const next = (index: number): number => distance[index] ?? Infinity
      let least = 0
      if (step?.kind === 'split') least = Math.min(...step.to.map(next))
      else if (step?.kind === 'char') least = next(at + 1) + 1
      else if (step?.kind === 'assertion') least = next(at + 1)
      if (least === distance[at]) continue
      distance[at] = least
      isSettled = false
    }
  }
  return distance
}

/** State of an automaton: the steps from which it may continue, or `done` after a match. */
type State = readonly number[] | 'done'

class Run {
  readonly chars: string[] = []
  states: readonly State[]
  readonly #machines: readonly Machine[]
  #visits = 0

  constructor(machines: readonly Machine[]) {
    this.#machines = machines
    this.states = machines.map(() => [])
  }

  /** Whether all expressions match if the string ends here. */
  get isMatch(): boolean {
    return this.#machines.every((machine, at) => this.#reached(machine, at) === undefined)
  }

  /**
   * Appends a character. Returns `false` and changes nothing if no match is possible with at most `room` more
   * characters.
   */
  append(char: string, room: number): boolean {
    this.chars.push(char)
    const next: State[] = []
    for (const [at, machine] of this.#machines.entries()) {
      const reading = this.#reached(machine, at, this.chars.length - 1)
      const to = reading?.flatMap((index) => {
        const step = machine.steps[index]
        return step?.kind === 'char' && step.accepts(char) ? [index + 1] : []
      })
      // Without an anchor, a match may also start at the next character.
      const open = [...(to ?? []), ...(isAnchored(machine.steps) ? [] : [0])]
      const least = Math.min(...open.map((index) => machine.distance[index] ?? Infinity))
      if (to !== undefined && (open.length === 0 || least > room)) {
        this.chars.pop()
        return false
      }
      next.push(to ?? 'done')
    }
    this.states = next
    return true
  }

  /**
   * Returns the steps that may read the next character, each with the minimum number of characters to the
   * end.
   */
  nextSteps(): readonly { readonly step: Step; readonly left: number }[] {
    // Appends a placeholder: the reachable steps do not depend on the next character.
    this.chars.push('a')
    const found = this.#machines.flatMap((machine, at) =>
      (this.#reached(machine, at, this.chars.length - 1) ?? []).flatMap((index) => {
        const step = machine.steps[index]
        return step ? [{ step, left: machine.distance[index] ?? Infinity }] : []
      }),
    )
    this.chars.pop()
    return found
  }

  #reached(
    { steps, seen }: Machine,
    index: number,
    at = this.chars.length,
  ): readonly number[] | undefined {
    const state = this.states[index]
    if (state === 'done' || state === undefined) return undefined
    return reach({ steps, chars: this.chars, at, seen, look: this.#visits++ }, [...state, 0])
  }
}

function isAnchored([first]: readonly Step[]): boolean {
  return first?.kind === 'assertion' && first.sign === '^'
}

function randomString(
  machines: readonly Machine[],
  { least, most }: Lengths,
  random: Random,
): string | undefined {
  const [machine] = machines
  if (machine?.fixedPath && machines.length === 1)
    return stringOnPath(machine.fixedPath, { least, most }, random)
  const run = new Run(machines)
  const shortest = Math.max(least, ...machines.map(({ distance }) => distance[0] ?? Infinity))
  if (shortest > Math.min(most, MAX_LENGTH)) return undefined
  const wanted = Math.min(most, shortest + random.integer(0, EXTRA))
  for (;;) {
    const { length } = run.chars
    const nextSteps = run.nextSteps()
    // If no step reads a character, the match is complete.
    const isWanted = length >= wanted || nextSteps.length === 0 || random.next() < 0.1
    if (length >= least && isWanted && run.isMatch) return run.chars.join('')
    if (length >= Math.min(most, wanted + MAX_EXCESS)) return undefined
    // Beyond the wanted length, only steps that lead to the end are used.
    const nearest = Math.min(...nextSteps.map(({ left }) => left))
    const chosen =
      length < wanted ? nextSteps : nextSteps.filter(({ left }) => left <= Math.max(1, nearest))
    const room = most - length - 1
    if (!appendRandom(run, { nextSteps: chosen, room, random })) {
      return length >= least && run.isMatch ? run.chars.join('') : undefined
    }
  }
}

function stringOnPath(
  characters: readonly (readonly string[])[],
  { least, most }: Lengths,
  random: Random,
): string | undefined {
  if (characters.length < least || characters.length > most) return undefined
  return characters.map((chars) => random.pick(chars) ?? '').join('')
}

interface NextCharacter {
  readonly nextSteps: readonly { readonly step: Step }[]
  /** Maximum number of characters that may follow the character to choose. */
  readonly room: number
  readonly random: Random
}

/**
 * Appends a random character with which a match is still possible. Returns false if no such character was
 * found.
 */
function appendRandom(run: Run, { nextSteps, room, random }: NextCharacter): boolean {
  for (let attempt = 0; attempt < CHARS; attempt++) {
    const step = random.pick(nextSteps)?.step
    const chars = step?.kind === 'char' ? charsOf(step.accepts) : letters
    if (run.append(random.pick(chars) ?? 'a', room)) return true
  }
  return false
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const alphabets = new WeakMap<(char: string) => boolean, readonly string[]>()

/** Returns characters that a step accepts: letters and digits if possible, else punctuation, else any. */
function charsOf(accepts: (char: string) => boolean): readonly string[] {
  const cached = alphabets.get(accepts)
  if (cached) return cached
  const range = (from: number, to: number, by = 1): string[] =>
    Array.from({ length: Math.ceil((to - from) / by) }, (_unused, at) =>
      String.fromCodePoint(from + at * by),
    ).filter(accepts)
  const ascii = range(32, 127)
  const plain = ascii.filter((char) => /[\dA-Za-z]/.test(char))
  let found = plain.length > 0 ? plain : ascii
  if (found.length === 0) found = range(0, 0xd800)
  if (found.length === 0) found = [...range(0xd800, 0x10000), ...range(0x10000, 0x20000)]
  alphabets.set(accepts, found)
  return found
}
