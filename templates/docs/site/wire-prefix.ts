import type { Method } from 'rpcloom/model'

/** `platform.` of `platform.getHeight`; empty where a name begins with a word of its own, as `get_status` does. */
export function wirePrefix({ wire, member }: Pick<Method, 'wire' | 'member'>): string {
  const prefix = /^[^._/]+[._/](?=.)/.exec(wire)?.[0] ?? ''
  return letters(wire.slice(prefix.length)) === letters(member) ? prefix : ''
}

/** What a name on the wire has in common with the identifier that is made of it. */
function letters(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}
