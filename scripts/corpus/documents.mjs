// Which files below a folder are OpenRPC documents, and not parts of one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Paths of the documents below a folder, `/` separated, in order. */
export function documentsBelow(folder, below = '') {
  const found = []
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) found.push(...documentsBelow(folder, path))
    else if (isDocument(path, join(folder, path))) found.push(path)
  }
  return found.sort((a, b) => (a < b ? -1 : 1))
}

/** A document says which version of OpenRPC it is written in; a file that does not parse may be one. */
function isDocument(name, path) {
  if (/\.ya?ml$/i.test(name)) return /^["']?openrpc["']?\s*:/m.test(readFileSync(path, 'utf8'))
  if (!/\.json$/i.test(name)) return false
  const text = readFileSync(path, 'utf8')
  if (!/"openrpc"\s*:/.test(text)) return false
  try {
    const json = JSON.parse(text)
    return typeof json === 'object' && json !== null && Object.hasOwn(json, 'openrpc')
  } catch {
    return true
  }
}
