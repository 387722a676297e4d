/** A step of an automaton. Steps refer to each other by index. */
export type Step =
  | { readonly kind: 'char'; readonly accepts: (char: string) => boolean }
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: 'assertion'; readonly sign: Assertion }
  | { readonly kind: 'end' }
type Assertion = '^' | '$' | '\\b' | '\\B'

export type Node =
  | { readonly kind: 'char'; readonly source: string }
  | { readonly kind: 'assertion'; readonly sign: Assertion }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number }

/** Options and limits of an automaton. */
export interface AutomatonUse {
  readonly flags: string
  /** Maximum number of steps, which is also the maximum work per character. */
  readonly maxSteps: number
  /**
   * Maximum number of repetitions beyond the minimum. For example, a limit of 500 shortens `a{2,9000}` to
   * `a{2,502}`.
   */
  readonly maxExtra: number
  /**
   * Treatment of lookaround and backreferences, which automata do not support. `refused`: a pattern with them
   * has no automaton. `left out`: lookaround is omitted, and a backreference matches every text that its
   * group can match.
   */
  readonly lookAround: 'refused' | 'left out'
}

/** Options of an automaton that matches exactly what the pattern matches. */
export function exactly(flags: string): AutomatonUse {
  return { flags, maxSteps: 5000, maxExtra: Infinity, lookAround: 'refused' }
}

/** Parses a regular expression, including lookaround; `undefined` if it is nested too deeply. */
export function expressionOf(pattern: string): Node | undefined {
  for (const flags of ['u', '']) {
    const reader = new Reader(pattern, { flags, lookAround: 'kept' })
    const node = reader.choice(0)
    if (!reader.failed && reader.atEnd) return node
  }
  return undefined
}

const MAX_DEPTH = 100
/** Node that replaces omitted lookaround: it matches the empty string. */
const nothing: Node = { kind: 'sequence', parts: [] }

/** Returns an automaton for a valid regular expression; `undefined` if it exceeds the limits. */
export function automatonOf(pattern: string, use: AutomatonUse): readonly Step[] | undefined {
  const reader = new Reader(pattern, use)
  const node = reader.choice(0)
  if (reader.failed || !reader.atEnd) return undefined
  const steps: Step[] = []
  const fits = write(node, { steps, tests: new Map(), use })
  steps.push({ kind: 'end' })
  return fits ? steps : undefined
}

interface Writing {
  readonly steps: Step[]
  readonly tests: Map<string, (char: string) => boolean>
  readonly use: AutomatonUse
}

/**
 * Appends the steps of a node. Each step continues with the next step. Returns false if a limit is exceeded.
 */
function write(node: Node, writing: Writing): boolean {
  const { steps, tests, use } = writing
  if (steps.length > use.maxSteps) return false
  const writeInner = (inner: Node): boolean => write(inner, writing)
  switch (node.kind) {
    case 'char': {
      const accepts = tests.get(node.source) ?? charTest(node.source, use.flags)
      tests.set(node.source, accepts)
      steps.push({ kind: 'char', accepts })
      return true
    }
    case 'assertion':
      steps.push(node)
      return true
    case 'sequence':
      return node.parts.every(writeInner)
    case 'choice':
      return writeChoice(node.parts, steps, writeInner)
    case 'repeat':
      return writeRepeat(node, writing, writeInner)
  }
}

function writeChoice(
  parts: readonly Node[],
  steps: Step[],
  writeInner: (node: Node) => boolean,
): boolean {
  const starts: number[] = []
  const split = steps.push({ kind: 'split', to: starts }) - 1
  const ends: number[] = []
  for (const part of parts) {
    starts.push(steps.length)
    if (!writeInner(part)) return false
    ends.push(steps.push({ kind: 'split', to: [] }) - 1)
  }
  for (const end of ends) steps[end] = { kind: 'split', to: [steps.length] }
  return steps[split] !== undefined
}

function writeRepeat(
  { part, least, most }: Node & { readonly kind: 'repeat' },
  { steps, use }: Writing,
  writeInner: (node: Node) => boolean,
): boolean {
  if (least > use.maxSteps) return false
  for (let done = 0; done < least; done++) if (!writeInner(part)) return false
  if (most === Infinity) {
    const loop = steps.push({ kind: 'split', to: [] }) - 1
    if (!writeInner(part)) return false
    steps.push({ kind: 'split', to: [loop] })
    steps[loop] = { kind: 'split', to: [loop + 1, steps.length] }
    return true
  }
  const exits: number[] = []
  const last = Math.min(most, least + use.maxExtra)
  for (let done = least; done < last; done++) {
    exits.push(steps.push({ kind: 'split', to: [] }) - 1)
    if (!writeInner(part)) return false
  }
  for (const exit of exits) steps[exit] = { kind: 'split', to: [exit + 1, steps.length] }
  return true
}

/**
 * Returns a test for a character class, an escape or a literal. The test is evaluated by JavaScript's engine.
 */
function charTest(source: string, flags: string): (char: string) => boolean {
  const expression = new RegExp(`^(?:${source})$`, flags)
  const ascii = Array.from({ length: 128 }, (_, code) => expression.test(String.fromCharCode(code)))
  return (char) => ascii[char.length === 1 ? char.charCodeAt(0) : 128] ?? expression.test(char)
}

interface ReaderUse {
  readonly flags: string
  readonly lookAround: AutomatonUse['lookAround'] | 'kept'
}

/** Parses a regular expression that `RegExp` has accepted. */
class Reader {
  failed = false
  #at = 0
  readonly #pattern: string
  readonly #use: ReaderUse
  /** Groups by number (starting at 1) and by name. */
  readonly #groups = new Map<string, Node>()
  #count = 0

  constructor(pattern: string, use: ReaderUse) {
    this.#pattern = pattern
    this.#use = use
  }

  get atEnd(): boolean {
    return this.#at >= this.#pattern.length
  }

  choice(depth: number): Node {
    if (depth > MAX_DEPTH) this.failed = true
    const parts = [this.#sequence(depth)]
    while (!this.failed && this.#take('|')) parts.push(this.#sequence(depth))
    const [only] = parts
    return parts.length === 1 && only ? only : { kind: 'choice', parts }
  }

  #sequence(depth: number): Node {
    const parts: Node[] = []
    while (!this.failed && !this.atEnd && !'|)'.includes(this.#pattern[this.#at] ?? '')) {
      parts.push(this.#repeated(this.#atom(depth)))
    }
    return { kind: 'sequence', parts }
  }

  #repeated(part: Node): Node {
    const [whole, sign, from = '', comma, to = ''] =
      this.#match(/(?:([*+?])|\{(\d+)(,)?(\d*)\})\??/y) ?? []
    if (whole === undefined) return part
    if (sign)
      return {
        kind: 'repeat',
        part,
        least: sign === '+' ? 1 : 0,
        most: sign === '?' ? 1 : Infinity,
      }
    const least = Number(from)
    return { kind: 'repeat', part, least, most: to ? Number(to) : comma ? Infinity : least }
  }

  #atom(depth: number): Node {
    const assertion = this.#match(/\^|\$|\\[bB]/y)?.[0]
    if (assertion !== undefined) return { kind: 'assertion', sign: assertion as Assertion }
    if (this.#take('(')) return this.#group(depth)
    const back = this.#match(/\\(?:([1-9]\d*)|k(?:<([^>]*)>)?)/y)
    if (back) return this.#leftOut(this.#groups.get(back[1] ?? back[2] ?? ''))
    const source = this.#match(this.#use.flags === 'u' ? unicodeChar : plainChar)?.[0]
    if (source === undefined) this.failed = true
    return { kind: 'char', source: source ?? '' }
  }

  #group(depth: number): Node {
    const looking = this.#match(/\?<?[=!]/y)
    // Group names, `?:` and flags change neither the matching texts nor the number of ways to match them.
    const opening =
      this.#use.lookAround === 'kept'
        ? /\?(?:[a-z-]*:|<([^>]*)>)/y
        : /\?(?::|<([A-Za-z_$][\w$]*)>)/y
    const [opened = '', name] = this.#match(opening) ?? []
    if (this.#pattern[this.#at] === '?') this.failed = true
    const number = looking || opened.endsWith(':') ? 0 : ++this.#count
    const inner = this.choice(depth + 1)
    if (!this.#take(')')) this.failed = true
    if (looking) return this.#use.lookAround === 'kept' ? inner : this.#leftOut()
    if (number > 0) this.#groups.set(String(number), inner)
    if (name !== undefined) this.#groups.set(name, inner)
    return inner
  }

  #leftOut(instead: Node = nothing): Node {
    if (this.#use.lookAround === 'refused') this.failed = true
    return instead
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(expression.source, expression.flags)
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#pattern) ?? undefined
    if (found) this.#at = sticky.lastIndex
    return found
  }
}

const bracket = String.raw`\[(?:[^\]\\]|\\[\s\S])*\]`
const pair = String.raw`\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}`
const unicodeChar = new RegExp(
  String.raw`${bracket}|${pair}|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\[\s\S]|[^\\[]`,
  'uy',
)
const plainChar = new RegExp(
  String.raw`${bracket}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\[\s\S]|[^\\[]`,
  'y',
)
