import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns a number of OpenRPC documents below a folder, chosen by a pinned seed. */
export function chosenDocuments(folder: string, count: number): readonly string[] {
  const rank = (name: string): string => createHash('sha256').update(`1 ${name}`).digest('hex')
  const isDocument = (path: string): boolean =>
    /\.(json|ya?ml)$/.test(path) &&
    /^\s*(\{\s*)?"?openrpc"?\s*:/m.test(readFileSync(join(folder, path), 'utf8'))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isDocument)
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, count)
    .toSorted()
}
