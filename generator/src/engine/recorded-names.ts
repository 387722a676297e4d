import type { Group, KeptNames, Naming } from '../model/index.ts'
import type { Lock } from '../output/lock.ts'

type Recorded = Required<Pick<Lock, 'splits' | 'names'>>

/**
 * Returns the text of the members `splits` and `names` of a lock: per group the separators and the prefix that
 * its names drop, and the methods whose names do not follow from these.
 */
export function recordedNames(groups: readonly Group[]): Recorded {
  const named = groups.filter(
    ({ methods, clientMethods }) => methods.length > 0 || clientMethods.length > 0,
  )
  return {
    splits: Object.fromEntries(named.map(({ key, naming }) => [key, splitText(naming)])),
    names: Object.fromEntries(
      named.flatMap(({ key, naming }) =>
        [...naming.odd].map(([method, { namespace, member, standalone }]) => [
          `${key} ${method}`,
          `${namespace}.${member} ${standalone}`,
        ]),
      ),
    ),
  }
}

function splitText({ splitting: { underscore, dropped, nested } }: Naming): string {
  const separators = `./${underscore ? '_' : ''}${nested ? '*' : ''}`
  return dropped === '' ? separators : `${separators} ${dropped}`
}

/** Returns the names that a lock records, by group key. Locks of earlier versions record none. */
export function keptNames({
  splits = {},
  names = {},
  api,
}: Pick<Lock, 'splits' | 'names' | 'api'>): ReadonlyMap<string, KeptNames> {
  return new Map(
    Object.entries(splits).map(([key, text]) => {
      const [separators, dropped] = cut(text)
      const methods = new Set(Object.keys(api).flatMap((path) => methodIn(key, path)))
      const odd = new Map(
        Object.entries(names).flatMap(([path, chosen]) =>
          methodIn(key, path).map((method) => [method, parsedName(chosen)] as const),
        ),
      )
      const [underscore, nested] = [separators.includes('_'), separators.includes('*')]
      return [key, { splitting: { underscore, dropped, nested }, methods, odd }]
    }),
  )
}

function methodIn(group: string, path: string): readonly string[] {
  const [key, method] = cut(path)
  return key === group ? [method] : []
}

function parsedName(text: string): { namespace: string; member: string; standalone: string } {
  const [path, standalone] = cut(text)
  const dot = path.lastIndexOf('.')
  return { namespace: path.slice(0, dot), member: path.slice(dot + 1), standalone }
}

/** Cuts a text at the first space. The second part may contain more spaces. */
function cut(text: string): readonly [string, string] {
  const at = text.indexOf(' ')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
