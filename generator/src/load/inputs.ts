import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Finding } from '../diagnostics.ts'
import { isRemote, toProjectPath } from './files.ts'
import { isGlob, matchGlob } from './glob.ts'

/** Prefix of an input that is a running service, asked by `rpc.discover`. */
export const discoverPrefix = 'discover:'

/** Whether an input comes over the network. */
export function isRemoteInput(input: string): boolean {
  return isRemote(input) || input.startsWith(discoverPrefix)
}

/** The documents that paths, globs and addresses name: each once, in the order of the inputs. */
export function expandInputs(
  root: string,
  inputs: readonly string[],
): { readonly documents: readonly string[]; readonly findings: readonly Finding[] } {
  const documents = new Map<string, string>()
  const findings: Finding[] = []
  for (const input of inputs) {
    if (isRemoteInput(input)) {
      documents.set(input, input)
      continue
    }
    const paths = isGlob(input) ? matchGlob(root, input) : [input]
    if (paths.length === 0) {
      const message = `No file matches ${input}.`
      findings.push({ code: 'RL004', message, place: { file: input, pointer: '' } })
    }
    for (const path of paths) {
      const real = realPath(resolve(root, path))
      if (real === undefined) {
        const message = `There is no file ${path}.`
        findings.push({ code: 'RL004', message, place: { file: input, pointer: '' } })
      } else if (!documents.has(real)) {
        documents.set(real, toProjectPath(root, path))
      }
    }
  }
  return { documents: [...documents.values()], findings }
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
