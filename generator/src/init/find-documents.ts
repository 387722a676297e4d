import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unlessAbsent } from '../output/files.ts'
import { matchGlob } from '../load/read/glob.ts'
import { parseText } from '../load/parse/parse.ts'
import { isObject } from '../json/pointer.ts'
import { hasNoMethods } from './find-fragments.ts'

/** Globs of folders to search, in order of preference. Only the first list that matches documents is used. */
const usualFolders = [
  ['', 'openrpc/'],
  ['api/', 'spec/', 'specs/'],
] as const
/**
 * Matches files that are named `openrpc` or are in a folder of that name, anywhere in the project. Output of
 * tools and tests is excluded later.
 */
const anywhere = '{**/*openrpc*,**/openrpc/**/*}.{json,yaml,yml}'
const isOutput =
  /(^|\/)(dist|build|out|target|vendor|coverage|tests?|__tests__|fixtures?|examples?)\//i
const isCandidate = /\.(json|ya?ml)$/i
/** Matches hidden files and folders, and configuration and lock files of tools, which may be large. */
const isOther = /^(package(-lock)?|tsconfig.*|rpcloom\.(config|lock))\.json$|^\./

/** Whether a path is in a folder that tools or tests write to. */
export function isOutputPath(path: string): boolean {
  return isOutput.test(path) || path.split('/').some((part) => isOther.test(part))
}

/** Whether a document has no methods, so that its methods are probably in other files. */
export function isBare(root: string, path: string): boolean {
  const parsed = parseText(path, readFileSync(join(root, path), 'utf8'))
  return parsed.kind !== 'faulty' && isObject(parsed.json) && hasNoMethods(parsed.json)
}

/** Returns the sorted paths of a project's OpenRPC documents, which are recognized by their content. */
export function findDocuments(root: string): readonly string[] {
  for (const folders of usualFolders) {
    const found = documentsIn(root, folders)
    if (found.length > 0) return found
  }
  return matchGlob(root, anywhere).filter((path) => !isOutputPath(path) && isDocument(root, path))
}

/**
 * Returns the sorted paths of documents in build output folders, where some projects keep their documents.
 */
export function findBuiltDocuments(root: string): readonly string[] {
  return matchGlob(root, anywhere).filter(
    (path) =>
      !isOutputPath(path.replace(/(^|\/)(build|dist|out)\//i, '$1')) && isDocument(root, path),
  )
}

const anyOpenApi = '{*,**/*openapi*,**/*swagger*}.{json,yaml,yml}'

/** Returns OpenAPI documents, which `init` mentions if it finds no OpenRPC document. */
export function findOpenApi(root: string): readonly string[] {
  return matchGlob(root, anyOpenApi).filter((path) => {
    if (isOutputPath(path)) return false
    const parsed = parseText(path, readFileSync(join(root, path), 'utf8'))
    return (
      parsed.kind !== 'faulty' &&
      isObject(parsed.json) &&
      (parsed.json['openapi'] ?? parsed.json['swagger']) !== undefined
    )
  })
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
  // The content of a file with syntax errors is unknown, so use its name. The loader reports the errors.
  if (parsed.kind === 'faulty') return name.includes('openrpc')
  return isObject(parsed.json) && typeof parsed.json['openrpc'] === 'string'
}

function namesIn(folder: string): readonly string[] {
  const entries = unlessAbsent(() => readdirSync(folder, { withFileTypes: true })) ?? []
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
