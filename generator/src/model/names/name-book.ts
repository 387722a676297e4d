/** One name that was chosen: what `rpcloom names` prints. */
export interface NameEntry {
  readonly kind:
    'group' | 'namespace' | 'method' | 'param' | 'error' | 'kind' | 'type' | 'input' | 'module'
  /** File and pointer of the element. */
  readonly file: string
  readonly pointer: string
  /** Where the name stands: the group's key or the module's path; empty for groups and modules. */
  readonly scope: string
  readonly name: string
  /** The text that the name comes from, and what that text is. */
  readonly origin: string
  /** Why the name is not simply that text as an identifier; absent where it is. */
  readonly reason?: string
}

/** Every chosen name, in the order of choice. */
export interface NameReport {
  readonly entries: readonly NameEntry[]
}

/** How a name is looked for: the candidates in order of preference, then the last one with a number. */
export interface NameWish {
  readonly candidates: readonly string[]
  /** Taken where every candidate is empty. */
  readonly fallback: string
  /** What a reserved word gets appended. */
  readonly suffix: string
  readonly reserved: (name: string) => boolean
}

/** The names given out in one scope. */
export interface NameScope {
  readonly taken: Set<string>
  /** The next number of stems that got one: counting from the start takes the square of their number. */
  readonly numbers: Map<string, number>
  /** How two names are compared: exactly, or without regard to case. */
  readonly fold: (name: string) => string
}

/** A scope in which names differ exactly. */
export function exactScope(taken: Iterable<string> = []): NameScope {
  return { taken: new Set(taken), numbers: new Map(), fold: (name) => name }
}

/** A scope in which names differ also where case does not count: file stems. */
export function caselessScope(): NameScope {
  return { taken: new Set(), numbers: new Map(), fold: (name) => name.toLowerCase() }
}

/** Chooses a free name and takes it. */
export function choose(scope: NameScope, wish: NameWish): { name: string; reason?: string } {
  const wanted = wish.candidates.filter((candidate) => candidate !== '')
  const candidates = wanted.length > 0 ? wanted : [wish.fallback]
  const allowed = candidates.map((name) => (wish.reserved(name) ? name + wish.suffix : name))
  const free = allowed.find((name) => !scope.taken.has(scope.fold(name)))
  const name = free ?? numbered(scope, allowed[0] ?? wish.fallback)
  scope.taken.add(scope.fold(name))
  const reason = reasonFor(name, candidates, wanted.length === 0, wish)
  return reason === undefined ? { name } : { name, reason }
}

function numbered(scope: NameScope, stem: string): string {
  let count = scope.numbers.get(stem) ?? 2
  while (scope.taken.has(scope.fold(`${stem}${count}`))) count++
  scope.numbers.set(stem, count + 1)
  return `${stem}${count}`
}

function reasonFor(
  name: string,
  candidates: readonly string[],
  nothingLeft: boolean,
  wish: NameWish,
): string | undefined {
  const [first = ''] = candidates
  if (name === first) return nothingLeft ? 'no letter or digit to make a name of' : undefined
  if (name === first + wish.suffix) return `\`${first}\` is reserved`
  return `\`${first}\` is taken`
}
