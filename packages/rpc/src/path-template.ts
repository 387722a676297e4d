/** Values of the variables in a path, by name. */
export type PathValues = Readonly<Record<string, string>>

/** Matches what cannot be a segment: nothing, and what means another folder. */
const isRelative = /^\.{0,2}$/

/** Returns a path with values in place of its variables. Throws a `TypeError` for a missing or relative segment. */
export function filledPath(template: string, values: PathValues): string {
  return template.replace(/\{([^{}]*)\}/g, (_variable, name: string) => {
    const value = (Object.hasOwn(values, name) && values[name]) || ''
    if (isRelative.test(value)) throw new TypeError(`${template} requires a valid ${name}`)
    return encodeURIComponent(value)
  })
}

/** Returns the values in a path that a template describes; undefined for another path. */
export function valuesIn(template: string, path: string): PathValues | undefined {
  const [wanted, given] = [template.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const values: [name: string, value: string][] = []
  for (const [index, segment] of given.entries()) {
    // A segment has at most one variable.
    const [prefix = '', name, suffix = ''] = wanted[index]?.split(/[{}]/) ?? []
    if (name === undefined) {
      if (segment !== prefix) return undefined
      continue
    }
    const end = segment.length - suffix.length
    if (!segment.startsWith(prefix) || !segment.endsWith(suffix)) return undefined
    const value = decoded(segment.slice(prefix.length, Math.max(end, prefix.length)))
    if (isRelative.test(value)) return undefined
    values.push([name, value])
  }
  return Object.fromEntries(values)
}

/** Returns the values in the default path of a group; undefined if it has none. */
export function usualValues({
  at,
  path,
}: {
  readonly at?: string
  readonly path: string
}): PathValues | undefined {
  return at === undefined ? undefined : valuesIn(at, path)
}

/** Returns the names of a template's variables. */
export function variablesOf(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // If the percent-encoding is invalid, the value is the segment as sent.
    return segment
  }
}
