import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleDocuments } from '../../scripts/corpus/sample.mjs'

/** Returns a number of OpenRPC documents below a folder, chosen by a pinned seed. */
export function chosenDocuments(folder: string, count: number): readonly string[] {
  const isDocument = (path: string): boolean =>
    /\.(json|ya?ml)$/.test(path) &&
    /^\s*(\{\s*)?"?openrpc"?\s*:/m.test(readFileSync(join(folder, path), 'utf8'))
  const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isDocument)
  return sampleDocuments(folder, documents, count, '5')
}
