/** A method name, split into prefix and rest. The prefix of a top-level method is empty. */
export interface SplitName {
  readonly name: string
  readonly prefix: string
  readonly rest: string
}

/** How the method names of a group are split. The lock records it, so that a new method changes no other name. */
export interface Splitting {
  /** Whether `_` separates namespaces, in addition to `.` and `/`. */
  readonly underscore: boolean
  /** Prefix that names do not contain. Empty if there is none. */
  readonly dropped: string
}

/**
 * Returns how the method names of a new group are split. The separators are `.`, `/` and, in documents with
 * names like `eth_getBlock`, also `_`. A prefix that all methods except `rpc.*` share is dropped. `declared`
 * contains the namespaces in `x-group`, which are always recognized.
 */
export function splittingOf(names: readonly string[], declared: readonly string[]): Splitting {
  const underscore = splitsAtUnderscore(names)
  const prefixes = new Set(names.map((name) => splitOne(name, declared, underscore).prefix))
  prefixes.delete('rpc')
  const [only = ''] = prefixes
  return { underscore, dropped: prefixes.size === 1 ? only : '' }
}

/** Splits method names into namespace and member. */
export function splitMethodNames(
  names: readonly string[],
  declared: readonly string[],
  { underscore, dropped }: Splitting = splittingOf(names, declared),
): readonly SplitName[] {
  return names.map((name) => {
    const parts = splitOne(name, declared, underscore)
    return parts.prefix === dropped ? { ...parts, prefix: '' } : parts
  })
}

function splitOne(name: string, declared: readonly string[], underscore: boolean): SplitName {
  const named = declared.find(
    (prefix) => name.startsWith(prefix) && /^[._/]./.test(name.slice(prefix.length)),
  )
  if (named !== undefined) {
    return { name, prefix: named, rest: name.slice(named.length + 1) }
  }
  const match = (underscore ? /^([^._/]+)[._/](.+)$/s : /^([^./]+)[./](.+)$/s).exec(name)
  const [, prefix = '', rest = name] = match ?? []
  const isVerb = name[prefix.length] === '_' && verbs.has(prefix.toLowerCase())
  return isVerb ? { name, prefix: '', rest: name } : { name, prefix, rest }
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
