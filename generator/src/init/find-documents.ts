import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAbsence } from '../emit/hash.ts'
import { matchGlob } from '../load/glob.ts'
import { parseText } from '../load/parse.ts'
import { isObject } from '../load/pointer.ts'

/** Where documents are looked for: the first list in which there is one counts. */
const usualFolders = [
  ['', 'openrpc/'],
  ['api/', 'spec/', 'specs/'],
] as const
/** Files by name, wherever they are, but for what tools and tests write. */
const anywhere = '**/*openrpc*.{json,yaml,yml}'
const isOutput =
  /(^|\/)(dist|build|out|target|vendor|coverage|tests?|__tests__|fixtures?|examples?)\//i
const isCandidate = /\.(json|ya?ml)$/i
/** Files of other tools, which are many and sometimes large. */
const isOther = /^(package(-lock)?|tsconfig.*|rpcloom\.(config|lock))\.json$|^\./

/** Paths of the files of a project that say of themselves to be OpenRPC documents, sorted. */
export function findDocuments(root: string): readonly string[] {
  for (const folders of usualFolders) {
    const found = documentsIn(root, folders)
    if (found.length > 0) return found
  }
  return matchGlob(root, anywhere).filter((path) => !isOutput.test(path) && isDocument(root, path))
}

function documentsIn(root: string, folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    namesIn(join(root, folder))
      .filter((name) => isCandidate.test(name) && !isOther.test(name))
      .filter((name) => isDocument(join(root, folder), name))
      .map((name) => `${folder}${name}`)
      .toSorted(),
  )
}

function isDocument(folder: string, name: string): boolean {
  const text = readFileSync(join(folder, name), 'utf8')
  const parsed = parseText(name, text)
  // A document that cannot be parsed is one by its name: what is wrong with it is said by whoever loads it.
  if (parsed.kind === 'faulty') return name.includes('openrpc')
  return isObject(parsed.json) && typeof parsed.json['openrpc'] === 'string'
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  } catch (error) {
    if (isAbsence(error)) return []
    throw error
  }
}
