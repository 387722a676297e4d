import type { Method } from 'rpcloom/model'

/** Returns `platform.` of `platform.getHeight`; empty for names without a namespace, as `get_status`. */
export function wirePrefix({ wire, member }: Pick<Method, 'wire' | 'member'>): string {
  const prefix = /^[^._/]+[._/](?=.)/.exec(wire)?.[0] ?? ''
  return letters(wire.slice(prefix.length)) === letters(member) ? prefix : ''
}

/** The letters of a name, for comparison with its identifier. */
function letters(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}
