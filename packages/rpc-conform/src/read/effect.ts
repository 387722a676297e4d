import { readingWords } from '@rpcloom/rpc/internal'

/**
 * The effect of a method: as `x-effect` says; else `admin` below a prefix `admin`, `read` where the name, or
 * what follows its prefix, begins with a word that reads, and `write` when in doubt.
 */
export function effectOf(said: unknown, wire: string): 'read' | 'write' | 'admin' {
  if (said === 'read' || said === 'write' || said === 'admin') return said
  if (/^admin[._/]/i.test(wire)) return 'admin'
  const names = [wire, wire.replace(/^[^._/]*[._/]/, '')]
  return names.some((name) => readingWords.has(firstWord(name))) ? 'read' : 'write'
}

function firstWord(name: string): string {
  return (/^\p{Lu}*[^\p{Lu}._/]*/u.exec(name)?.[0] ?? name).toLowerCase()
}
