/** A chosen name, as `rpcloom names` prints it. */
export interface NameEntry {
  readonly kind:
    'group' | 'namespace' | 'method' | 'param' | 'error' | 'kind' | 'type' | 'input' | 'module'
  /** File that contains the element. */
  readonly file: string
  readonly pointer: string
  /** Scope of the name: a group key or a module path. Empty for groups and modules themselves. */
  readonly scope: string
  readonly name: string
  /** Source of the name, such as a method name or title, with its text. */
  readonly origin: string
  /**
   * Why the name differs from its source text. Absent if the name is the source text as an
   * identifier.
   */
  readonly reason?: string
  /** `x-implemented-by` of a method, if the document declares it. */
  readonly implementedBy?: readonly string[]
}

export interface NameReport {
  readonly entries: readonly NameEntry[]
}

/**
 * Candidates for a name. The first free candidate is chosen. If no candidate is free, a number is
 * appended to the first candidate.
 */
export interface NameRequest {
  readonly candidates: readonly string[]
  /** Used if all candidates are empty. */
  readonly fallback: string
  /** Suffix that is added to a reserved word. */
  readonly suffix: string
  readonly reserved: (name: string) => boolean
}

export interface NameScope {
  readonly taken: Set<string>
  /** Next number to append, by candidate. Counting from 1 each time would take quadratic time. */
  readonly numbers: Map<string, number>
  /** Maps equivalent names to the same string, for example by ignoring case. */
  readonly fold: (name: string) => string
}

/** Creates a scope of case-sensitive names. */
export function exactScope(taken: Iterable<string> = []): NameScope {
  return { taken: new Set(taken), numbers: new Map(), fold: (name) => name }
}

/** Creates a scope of names that must differ in more than case, for file names. */
export function caselessScope(): NameScope {
  return { taken: new Set(), numbers: new Map(), fold: (name) => name.toLowerCase() }
}

/** Chooses a free name and reserves it. */
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
