import type { Method } from 'rpcloom/model'

/**
 * Returns the namespace of a method name with its separator, such as `platform.` for
 * `platform.getHeight`. Returns an empty string for a name without a namespace, such as
 * `get_status`.
 */
export function namespacePrefix({ name, member }: Pick<Method, 'name' | 'member'>): string {
  const prefix = /^[^._/]+[._/](?=.)/.exec(name)?.[0] ?? ''
  return letters(name.slice(prefix.length)) === letters(member) ? prefix : ''
}

function letters(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}
