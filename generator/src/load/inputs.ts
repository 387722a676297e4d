import { existsSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { isRemote, toProjectPath } from './files.ts'
import { isGlob } from '../json/path-pattern.ts'
import { matchGlob } from './glob.ts'
import { withoutPin } from './pins.ts'

/** Prefix of an input that is a running service to call `rpc.discover` on. */
export const discoverPrefix = 'discover:'

/** Whether an input is read over the network. */
export function isRemoteInput(input: string): boolean {
  return isRemote(input) || input.startsWith(discoverPrefix)
}

/** The documents of inputs. */
export interface Expanded {
  /** Unique, in the order of the inputs. */
  readonly documents: readonly string[]
  /** Files among them, with symbolic links resolved. */
  readonly files: readonly string[]
  /** Folders of the inputs' paths, symbolic links not resolved. */
  readonly folders: readonly string[]
  readonly findings: readonly Finding[]
}

/** Returns the documents for paths, globs and addresses. */
export function expandInputs(root: string, inputs: readonly string[]): Expanded {
  const documents = new Map<string, string>()
  const findings: Finding[] = []
  for (const input of inputs) {
    if (isRemoteInput(input)) {
      const address = withoutPin(input)
      documents.set(address, address)
      continue
    }
    // A file name may look like a glob.
    const isPath = !isGlob(input) || existsSync(resolve(root, input))
    const paths = isPath ? [input] : matchGlob(root, input)
    if (paths.length === 0) {
      const message = `No file matches ${input}.`
      findings.push({ code: 'RL004', message, place: { file: input, pointer: '' } })
    }
    for (const path of paths) {
      const real = realPath(resolve(root, path))
      if (real === undefined) {
        const message = `The file ${path} does not exist.`
        findings.push({ code: 'RL004', message, place: { file: input, pointer: '' } })
      } else if (!documents.has(real)) {
        documents.set(real, toProjectPath(root, path))
      }
    }
  }
  const local = [...documents].filter(([, path]) => !isRemoteInput(path))
  return {
    documents: [...documents.values()],
    files: local.map(([real]) => real),
    folders: [...new Set(local.map(([, path]) => dirname(resolve(root, path))))],
    findings,
  }
}

/** Two links to one file are one document. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
