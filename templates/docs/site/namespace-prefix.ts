import type { Method } from 'rpcloom/model'

/**
 * Returns the namespace of a method name with its separator, such as `platform.` for
 * `platform.getHeight`. Returns an empty string for a name without a namespace, such as
 * `get_status`.
 */
export function namespacePrefix({ name, member }: Pick<Method, 'name' | 'member'>): string {
  const prefixes = [...name.matchAll(/(?<=[^._/])[._/](?=.)/g)].map(({ index }) =>
    name.slice(0, index + 1),
  )
  return prefixes.find((prefix) => letters(name.slice(prefix.length)) === letters(member)) ?? ''
}

function letters(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}
