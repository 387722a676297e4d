import { automatonOf, compile, matches, reach, type Step } from '@rpcloom/rpc/internal'
import { createRandom, type Random } from '@rpcloom/rpc/internal'

/** Required length of a string, in characters. */
export interface Lengths {
  readonly least: number
  readonly most: number
}

/** Number of attempts to build a string. */
const TRIES = 30
/** Number of attempts above which a string is hard to find, and is reused for all seeds. */
const EASY_TRIES = 8
const MAX_KNOWN = 1000
/** Number of characters to try for one position. */
const CHARS = 12
/** Maximum number of characters to add to the shortest string. */
const EXTRA = 6
const MAX_LENGTH = 20_000
/** Number of characters beyond the wanted length within which the string must end. */
const MAX_DETOUR = 500

/**
 * Returns a string that matches all regular expressions and is within the length bounds; `undefined` if none
 * was found. Each expression is an automaton, and the string is a path through all of them. Lookaround is
 * ignored during the search and checked afterwards.
 */
export function stringOfPatterns(
  patterns: readonly string[],
  lengths: Lengths,
  random: Random,
): string | undefined {
  const known = knownText(patterns, lengths)
  if (known.text === undefined || known.tries > EASY_TRIES) return known.text
  return search(patterns, lengths, random).text ?? known.text
}

interface Found {
  readonly text: string | undefined
  readonly tries: number
}

const searched = new Map<string, Found>()

/**
 * Returns a cached string for expressions and lengths. It does not depend on the seed or on earlier calls.
 * Failed searches are cached as well, since they take the longest.
 */
function knownText(patterns: readonly string[], lengths: Lengths): Found {
  const key = JSON.stringify([lengths.least, lengths.most, ...patterns])
  const known = searched.get(key)
  if (known) return known
  if (searched.size >= MAX_KNOWN) searched.clear()
  const found = search(patterns, lengths, createRandom(key))
  searched.set(key, found)
  return found
}

function search(patterns: readonly string[], lengths: Lengths, random: Random): Found {
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
    const text = walk(machines, lengths, random)
    if (text !== undefined && patterns.every((pattern) => matches(pattern, text)))
      return { text, tries }
  }
  return { text: undefined, tries: TRIES }
}

/** Returns a string that matches a regular expression; `undefined` if none was found. */
export function stringOfPattern(pattern: string, random: Random): string | undefined {
  return stringOfPatterns([pattern], { least: 0, most: Infinity }, random)
}

interface Machine {
  readonly steps: readonly Step[]
  /** Possible characters of each position; undefined unless there is exactly one path from start to end. */
  readonly only: readonly (readonly string[])[] | undefined
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
    machines.set(pattern, steps && read(steps))
  }
  const known = machines.get(pattern)
  return known && { ...known, seen: new Int32Array(known.steps.length).fill(-1) }
}

function read(steps: readonly Step[]): Machine {
  const seen = new Int32Array(0)
  return { steps, only: onlyWay(steps), distance: distances(steps), seen }
}

/**
 * Returns the characters along the only path through an automaton; undefined if there are several paths. Long
 * strings such as hashes and blooms often have only one.
 */
function onlyWay(steps: readonly Step[]): Machine['only'] {
  if (!isBound(steps)) return undefined
  const places: (readonly string[])[] = []
  for (const step of steps.slice(1)) {
    if (step.kind === 'char') places.push(charsOf(step.accepts))
    else if (step.kind === 'split') return undefined
  }
  return places
}

/**
 * Returns the minimum number of characters from each step to the end. Only loops lead back, so a few passes
 * from end to start suffice.
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

/** State of an automaton: the steps that it may continue from, or `done` after a match. */
type Stand = readonly number[] | 'done'

class Way {
  readonly chars: string[] = []
  stands: readonly Stand[]
  readonly #machines: readonly Machine[]
  #looks = 0

  constructor(machines: readonly Machine[]) {
    this.#machines = machines
    this.stands = machines.map(() => [])
  }

  /** Whether all expressions match if the string ends here. */
  get canEnd(): boolean {
    return this.#machines.every((machine, at) => this.#reached(machine, at) === undefined)
  }

  /**
   * Appends a character. Returns `false` and changes nothing if no match is possible with at most `room` more
   * characters.
   */
  go(char: string, room: number): boolean {
    this.chars.push(char)
    const next: Stand[] = []
    for (const [at, machine] of this.#machines.entries()) {
      const reading = this.#reached(machine, at, this.chars.length - 1)
      const to = reading?.flatMap((index) => {
        const step = machine.steps[index]
        return step?.kind === 'char' && step.accepts(char) ? [index + 1] : []
      })
      // A match that is not anchored may also start at the next character.
      const ways = [...(to ?? []), ...(isBound(machine.steps) ? [] : [0])]
      const least = Math.min(...ways.map((index) => machine.distance[index] ?? Infinity))
      if (to !== undefined && (ways.length === 0 || least > room)) {
        this.chars.pop()
        return false
      }
      next.push(to ?? 'done')
    }
    this.stands = next
    return true
  }

  /**
   * Returns the steps that may read the next character, and the characters that are left from each to the
   * end.
   */
  readers(): readonly { readonly step: Step; readonly left: number }[] {
    // Any character will do to find out which steps are reachable.
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
    const stand = this.stands[index]
    if (stand === 'done' || stand === undefined) return undefined
    return reach({ steps, chars: this.chars, at, seen, look: this.#looks++ }, [...stand, 0])
  }
}

/** Whether a match is anchored at the start of the string. */
function isBound([first]: readonly Step[]): boolean {
  return first?.kind === 'assertion' && first.sign === '^'
}

function walk(
  machines: readonly Machine[],
  { least, most }: Lengths,
  random: Random,
): string | undefined {
  const [machine] = machines
  if (machine?.only && machines.length === 1) return straight(machine.only, { least, most }, random)
  const way = new Way(machines)
  const shortest = Math.max(least, ...machines.map(({ distance }) => distance[0] ?? Infinity))
  if (shortest > Math.min(most, MAX_LENGTH)) return undefined
  const wanted = Math.min(most, shortest + random.integer(0, EXTRA))
  for (;;) {
    const { length } = way.chars
    const readers = way.readers()
    // Without a step that reads a character, the match is complete and nothing has to follow.
    const isWanted = length >= wanted || readers.length === 0 || random.next() < 0.1
    if (length >= least && isWanted && way.canEnd) return way.chars.join('')
    if (length >= Math.min(most, wanted + MAX_DETOUR)) return undefined
    // Beyond the wanted length, only steps that lead towards the end are used.
    const nearest = Math.min(...readers.map(({ left }) => left))
    const chosen =
      length < wanted ? readers : readers.filter(({ left }) => left <= Math.max(1, nearest))
    const room = most - length - 1
    if (!goesOn(way, { readers: chosen, room, random })) {
      return length >= least && way.canEnd ? way.chars.join('') : undefined
    }
  }
}

function straight(
  places: readonly (readonly string[])[],
  { least, most }: Lengths,
  random: Random,
): string | undefined {
  if (places.length < least || places.length > most) return undefined
  return places.map((chars) => random.pick(chars) ?? '').join('')
}

interface Onward {
  readonly readers: readonly { readonly step: Step }[]
  /** Maximum number of characters after the next one. */
  readonly room: number
  readonly random: Random
}

/** Appends a random character with which a match is still possible. Returns false if none was found. */
function goesOn(way: Way, { readers, room, random }: Onward): boolean {
  for (let attempt = 0; attempt < CHARS; attempt++) {
    const step = random.pick(readers)?.step
    const chars = step?.kind === 'char' ? charsOf(step.accepts) : letters
    if (way.go(random.pick(chars) ?? 'a', room)) return true
  }
  return false
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const alphabets = new WeakMap<(char: string) => boolean, readonly string[]>()

/** Returns characters that a step accepts: letters and digits if possible, else punctuation, else any. */
function charsOf(accepts: (char: string) => boolean): readonly string[] {
  const known = alphabets.get(accepts)
  if (known) return known
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
