/** A method name, split into its namespaces and the rest. The path of a top-level method is empty. */
export interface SplitName {
  readonly name: string
  readonly path: readonly string[]
  readonly rest: string
}

/** How the method names of a group are split. The lock records it, so that a new method changes no other name. */
export interface Splitting {
  /** Whether `_` separates namespaces, in addition to `.` and `/`. */
  readonly underscore: boolean
  /** Prefix that names do not contain. Empty if there is none. */
  readonly dropped: string
  /** Whether `a.b.c` is in the namespace `b` of `a`. In earlier versions, it was the member `bC` of `a`. */
  readonly nested: boolean
}

/**
 * Returns how the method names of a new group are split. The separators are `.`, `/` and, in documents with
 * names like `eth_getBlock`, also `_`. A prefix that all methods except `rpc.*` and `$/*` share is dropped. `declared`
 * contains the namespaces in `x-group`, which are always recognized.
 */
export function splittingOf(names: readonly string[], declared: readonly string[]): Splitting {
  const underscore = splitsAtUnderscore(names)
  const prefixes = new Set(names.map((name) => firstCut(name, declared, underscore).prefix))
  prefixes.delete('rpc')
  prefixes.delete('$')
  const [only = ''] = prefixes
  return { underscore, dropped: prefixes.size === 1 ? only : '', nested: true }
}

/** Splits method names into namespaces and member. */
export function splitMethodNames(
  names: readonly string[],
  declared: readonly string[],
  { underscore, dropped, nested }: Splitting,
): readonly SplitName[] {
  return names.map((name) => {
    const { prefix, rest } = firstCut(name, declared, underscore)
    if (prefix === '') return { name, path: [], rest }
    // In LSP, `$/cancelRequest` is a message of the protocol itself.
    const first =
      prefix === dropped || (prefix === '$' && !declared.includes(prefix)) ? [] : [prefix]
    const [inner, last] = nested ? cutRest(rest) : [[], rest]
    return { name, path: [...first, ...inner], rest: last }
  })
}

/** Maximum number of namespaces below the first one. Further separators are part of the member's name. */
const MOST_INNER = 8

/** Cuts at every `.` and `/` between other characters: `a..b` is the member `.b` of `a`. */
function cutRest(text: string): readonly [path: readonly string[], rest: string] {
  const path: string[] = []
  let rest = text
  for (let cut = nextCut(rest); cut && path.length < MOST_INNER; cut = nextCut(rest)) {
    path.push(cut[0])
    rest = cut[1]
  }
  return [path, rest]
}

function nextCut(text: string): readonly [string, string] | undefined {
  const [, head, tail] = /^([^./]+)[./](.+)$/s.exec(text) ?? []
  return head === undefined || tail === undefined ? undefined : [head, tail]
}

interface FirstCut {
  readonly prefix: string
  readonly rest: string
}

function firstCut(name: string, declared: readonly string[], underscore: boolean): FirstCut {
  const named = declared.find(
    (prefix) => name.startsWith(prefix) && /^[._/]./.test(name.slice(prefix.length)),
  )
  if (named !== undefined) {
    return { prefix: named, rest: name.slice(named.length + 1) }
  }
  const match = (underscore ? /^([^._/]+)[._/](.+)$/s : /^([^./]+)[./](.+)$/s).exec(name)
  const [, prefix = '', rest = name] = match ?? []
  const isVerb = name[prefix.length] === '_' && verbs.has(prefix.toLowerCase())
  return isVerb ? { prefix: '', rest: name } : { prefix, rest }
}

/**
 * Whether `_` separates namespaces in the given method names. This is the case if a name has a
 * capital after its first underscore, like `eth_getBlock`. It is also the case if several
 * lower-case names have an underscore (`eth_call`, `net_version`) and none of them starts with a
 * verb, unlike snake-case methods such as `list_pets`.
 */
function splitsAtUnderscore(names: readonly string[]): boolean {
  const parts = names.flatMap((name) => {
    const [, prefix, rest] = /^([^._/]+)_([^./]+)$/.exec(name) ?? []
    return prefix === undefined || rest === undefined
      ? []
      : [{ prefix: prefix.toLowerCase(), rest }]
  })
  if (parts.some(({ prefix, rest }) => !verbs.has(prefix) && /^\w*?[a-z0-9][A-Z]/.test(rest))) {
    return true
  }
  return (
    parts.length > 1 && parts.every(({ prefix, rest }) => !verbs.has(prefix) && !rest.includes('_'))
  )
}

/** Verbs with which snake-case method names often start. */
const verbs: ReadonlySet<string> = new Set(
  `add begin broadcast buy call cancel check clear close commit connect count create decode decrypt
   delete deploy describe disable disconnect drop edit enable encode encrypt estimate execute export
   fetch find generate get handle has import init insert is join leave list load lock log login logout
   make move new open patch ping place post publish push put query read receive refresh register
   remove rename request reset resolve restart revoke run save search sell send set show sign start
   stop store submit subscribe sync transfer unlock unregister unsubscribe update upload upsert
   validate verify withdraw write`.split(/\s+/),
)
