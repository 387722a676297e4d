/** A chosen name, as `rpcloom names` prints it. */
export interface NameEntry {
  readonly kind:
    'group' | 'namespace' | 'method' | 'param' | 'error' | 'kind' | 'type' | 'input' | 'module'
  /** File and pointer of the element. */
  readonly file: string
  readonly pointer: string
  /**
   * Scope of the name: the key of its group or the path of its module. Empty for groups and modules
   * themselves.
   */
  readonly scope: string
  readonly name: string
  /** The text that the name comes from, and the kind of that text. */
  readonly origin: string
  /** Why the name is not simply the text as an identifier; absent if it is. */
  readonly reason?: string
}

/** All chosen names in order. */
export interface NameReport {
  readonly entries: readonly NameEntry[]
}

/** How to choose a name: the first free candidate, or else the last candidate with a number appended. */
export interface NameRequest {
  readonly candidates: readonly string[]
  /** Used if every candidate is empty. */
  readonly fallback: string
  /** Suffix for a reserved word. */
  readonly suffix: string
  readonly reserved: (name: string) => boolean
}

export interface NameScope {
  readonly taken: Set<string>
  /** Next number to append, by stem. Counting from the start each time would take quadratic time. */
  readonly numbers: Map<string, number>
  /** Maps names that count as equal to the same string, for example by ignoring case. */
  readonly fold: (name: string) => string
}

/** A scope of case-sensitive names. */
export function exactScope(taken: Iterable<string> = []): NameScope {
  return { taken: new Set(taken), numbers: new Map(), fold: (name) => name }
}

/** A scope of names that are unique ignoring case, for file stems. */
export function caselessScope(): NameScope {
  return { taken: new Set(), numbers: new Map(), fold: (name) => name.toLowerCase() }
}

/** Chooses an unused name and reserves it. */
export function choose(scope: NameScope, request: NameRequest): { name: string; reason?: string } {
  const wanted = request.candidates.filter((candidate) => candidate !== '')
  const candidates = wanted.length > 0 ? wanted : [request.fallback]
  const allowed = candidates.map((name) => (request.reserved(name) ? name + request.suffix : name))
  const free = allowed.find((name) => !scope.taken.has(scope.fold(name)))
  const name = free ?? numbered(scope, allowed[0] ?? request.fallback)
  scope.taken.add(scope.fold(name))
  const reason = reasonFor(name, candidates, wanted.length === 0, request)
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
  request: NameRequest,
): string | undefined {
  const [first = ''] = candidates
  if (name === first) return nothingLeft ? 'it contains no letter or digit' : undefined
  if (name === first + request.suffix) return `\`${first}\` is reserved`
  return `\`${first}\` is taken`
}
