import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, posix, resolve } from 'node:path'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import { isRemote, toProjectPath } from './paths.ts'
import { isGlob } from '../../json/path-pattern.ts'
import { matchGlob } from './glob.ts'
import { withoutPin } from './pinned.ts'
import { discoverPrefix } from './remote.ts'

export function isRemoteInput(input: string): boolean {
  return isRemote(input) || input.startsWith(discoverPrefix)
}

/** The documents that the inputs refer to. */
export interface Inputs {
  /** The documents without duplicates, in the order of the inputs. */
  readonly documents: readonly string[]
  /** The local files among the documents, with symbolic links resolved. */
  readonly files: readonly string[]
  /** Folders of the inputs' paths, without resolving symbolic links. */
  readonly folders: readonly string[]
  readonly findings: readonly Finding[]
}

export function expandInputs(root: string, inputs: readonly string[]): Inputs {
  const documents = new Map<string, string>()
  const findings: Finding[] = []
  for (const input of inputs) {
    if (isRemoteInput(input)) {
      const address = withoutPin(input)
      documents.set(address, address)
      continue
    }
    // An existing file may have a name that looks like a glob.
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
      } else if (statSync(real).isDirectory()) {
        findings.push(folderAsInput(input))
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

function folderAsInput(input: string): Finding {
  const glob = posix.join(input, '*.openrpc.json')
  return {
    code: 'RL004',
    message: `The input ${input} is a folder.`,
    place: { file: input, pointer: '' },
    help: `Name a document, or a glob such as ${glob}. For a folder of fragments, list an object with the folder as its root in the configuration.`,
  }
}

/** Resolves symbolic links, so that two links to the same file are treated as one document. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
