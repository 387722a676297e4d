import { existsSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { parseText } from '../load/parse/parse.ts'
import { isObject } from '../json/pointer.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { findBuiltDocuments, findDocuments, isBare, isOutputPath } from './find-documents.ts'
import { findFragments } from './find-fragments.ts'

/** A document that consists of several files: a root document, and globs of its fragments by section. */
export interface FragmentInput extends JsonObject {
  readonly root: string
}

/** Inputs of a new workspace, relative to its folder. */
export interface FoundInputs {
  readonly inputs: readonly (string | FragmentInput)[]
  /** Text of a root document to write at `rootPath`. Absent if a root document already exists. */
  readonly rootText?: string
}

export const rootPath = 'openrpc.root.json'

/**
 * Returns the documents in a folder. If the folder has none and is inside the working directory, returns the
 * documents in the working directory. Returns undefined if no document is found.
 */
export function findInputs(root: string, workingDirectory: string): FoundInputs | undefined {
  const own = inputsIn(root)
  const path = relative(root, workingDirectory)
  const isInside = /^\.\.([/\\]\.\.)*$/.test(path)
  if (own !== undefined || !isInside) return own
  const found = inputsIn(workingDirectory)
  if (found === undefined) return undefined
  const above = `${path.split(sep).join('/')}/`
  const isWritten = found.rootText !== undefined
  return { ...found, inputs: found.inputs.map((input) => moved(input, above, isWritten)) }
}

function moved(
  input: string | FragmentInput,
  above: string,
  isRootWritten: boolean,
): string | FragmentInput {
  if (typeof input === 'string') return above + input
  const { root, ...sections } = input
  const globs = Object.entries(sections).map(([section, list]): [string, Json] => [
    section,
    Array.isArray(list) ? list.map((glob) => `${above}${String(glob)}`) : list,
  ])
  return { root: isRootWritten ? root : above + root, ...Object.fromEntries(globs) }
}

function inputsIn(folder: string): FoundInputs | undefined {
  const found = findDocuments(folder)
  const [only, ...others] = found
  if (others.length > 0 || (only !== undefined && !isBare(folder, only))) {
    return { inputs: shortened(found) }
  }
  const tree = findFragments(folder, isOutputPath)
  if (tree !== undefined) {
    const { fragments, root = only } = tree
    return root === undefined
      ? { inputs: [{ root: rootPath, ...fragments }], rootText: rootText(folder) }
      : { inputs: [{ root, ...fragments }] }
  }
  const last = only === undefined ? findBuiltDocuments(folder) : [only]
  return last.length === 0 ? undefined : { inputs: last }
}

function shortened(found: readonly string[]): readonly string[] {
  const isUsual = (path: string): boolean => /^openrpc\/[^/*?{[]+\.openrpc\.json$/.test(path)
  return found.every(isUsual) ? ['openrpc/*.openrpc.json'] : found
}

/** Returns a root document for fragments, with title and version from package.json. */
function rootText(folder: string): string {
  const path = join(folder, 'package.json')
  const parsed = parseText(path, existsSync(path) ? readFileSync(path, 'utf8') : '{}')
  const manifest = parsed.kind === 'faulty' || !isObject(parsed.json) ? {} : parsed.json
  const { name, version, description, license } = manifest
  const info = {
    title: typeof name === 'string' ? name : basename(folder),
    version: typeof version === 'string' ? version : '0.1.0',
    ...(typeof description === 'string' && { description }),
    ...(typeof license === 'string' && { license: { name: license } }),
  }
  return `${JSON.stringify({ openrpc: '1.3.2', info }, undefined, 2)}\n`
}
