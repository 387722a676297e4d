import { hasErrors } from '../diagnostics/diagnostics.ts'
import type { FoundProject } from '../engine/project.ts'
import { readApi, type ReadApi } from '../engine/read-api.ts'
import type { Output } from './output.ts'
import { findProject, type ProjectValues } from './project.ts'

/** A project without errors, with its documents and their model. */
export interface ReadProject extends FoundProject {
  readonly input: Extract<ReadApi, { readonly loaded: object }>
}

/**
 * Reads the documents that the options select, for a command that writes no packages. Prints the errors of
 * configuration and documents, and returns undefined if there are any.
 */
export async function readProject(
  values: ProjectValues,
  target: 'server' | 'mock',
  output: Output,
): Promise<ReadProject | undefined> {
  const found = await findProject(
    values,
    { out: '.', targets: target, scope: `@${target}` },
    output,
  )
  if (found === undefined) return undefined
  const { root, config } = found.project
  const input = await readApi({ ...config, root })
  output.diagnostics(input.diagnostics.filter(({ severity }) => severity === 'error'))
  return input.loaded === undefined || hasErrors(input.diagnostics)
    ? undefined
    : { ...found, input }
}
