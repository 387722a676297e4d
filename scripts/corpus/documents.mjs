// Finds OpenRPC documents below a folder. Omits fragments, which are files with parts of a document.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the sorted paths of the documents below a folder, with `/` as separator. */
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

/**
 * Whether a file declares an OpenRPC version. A file with syntax errors is also treated as a document, so
 * that its errors are reported.
 */
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
