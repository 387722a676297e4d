import { posix } from 'node:path'
import { safeStem } from './identifiers.ts'
import { caselessScope, choose } from './name-book.ts'

/**
 * Returns a module path for each file with types. A document's path is the slug of its group. Other
 * files are placed below `shared/`, with their path relative to the common folder of all documents.
 */
export function modulePaths(
  files: readonly string[],
  documents: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const folder = commonFolder([...documents.keys()])
  const scope = caselessScope()
  const paths = new Map<string, string>()
  for (const file of [...files].sort()) {
    const slug = documents.get(file)
    if (slug !== undefined) {
      paths.set(file, slug)
      continue
    }
    const segments = posix.relative(folder, file).split('/').map(stem).filter(isNamed)
    const [first, ...rest] = segments
    const inside = first === 'shared' && rest.length > 0 ? rest : segments
    const request = {
      candidates: [inside.join('/')],
      fallback: 'types',
      suffix: '-types',
      reserved: (name: string) => /(^|\/)index$/.test(name),
    }
    paths.set(file, `shared/${choose(scope, request).name}`)
  }
  return paths
}

function stem(segment: string): string {
  return safeStem(segment.replace(/(\.openrpc)?\.(json|ya?ml)$/i, ''), '-types')
}

function isNamed(segment: string): boolean {
  return segment !== ''
}

function commonFolder(files: readonly string[]): string {
  const [first = [], ...others] = files.map((file) => posix.dirname(file).split('/'))
  const differs = first.findIndex((part, index) => others.some((other) => other[index] !== part))
  return (differs < 0 ? first : first.slice(0, differs)).join('/')
}
