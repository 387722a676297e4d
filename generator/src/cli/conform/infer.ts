import { readContract } from '@rpcloom/conform'
import { listOf, recordOf } from '@rpcloom/schema/internal'
import { printable } from '../../diagnostics/printable.ts'
import { nearestConfig } from '../../engine/config-file.ts'
import { readIoFolder } from '../../conform/io/folder.ts'
import { exchangesOf } from '../../conform/io/format.ts'
import type { Documented } from '../../conform/infer/corrections.ts'
import { openInference } from '../../conform/infer/infer.ts'
import { writeReport } from '../../conform/report/write.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Output } from '../output.ts'
import type { ProjectValues } from '../project.ts'
import { readProject } from '../read-project.ts'
import type { ConformOptions } from './options.ts'

/** Writes a document that is inferred from a folder of `.io` files, or corrections of the documents. */
export async function inferDocument(
  { io = '', infer = '' }: ConformOptions,
  values: ProjectValues,
  output: Output,
): Promise<ExitCode> {
  const read = readIoFolder(io)
  if (read.kind === 'faulty') {
    output.fault('RL030', printable(read.message))
    return 2
  }
  const isProject = (values.input ?? values.config ?? nearestConfig(process.cwd())) !== undefined
  const documented = isProject ? await documentedBy(values, output) : undefined
  if (isProject && documented === undefined) return 2
  const inference = openInference(documented)
  for (const { request, response } of read.files.flatMap(exchangesOf))
    inference.add(request, response)
  const text = documented ? inference.corrections() : inference.document()
  if (text === undefined) {
    output.note('The documents allow all recorded calls. Nothing was written.')
    return 0
  }
  const fault = writeReport(infer, text)
  if (fault === undefined) output.note(printable(`Wrote ${infer}.`))
  else output.fault('RL033', printable(fault))
  return fault === undefined ? 0 : 2
}

async function documentedBy(
  values: ProjectValues,
  output: Output,
): Promise<Documented | undefined> {
  const found = await readProject(values, 'server', output)
  if (found === undefined) return undefined
  const { input } = found
  const [first, ...others] = input.api.groups.map(({ bundle }) => readContract(bundle))
  if (first === undefined || others.length > 0) {
    output.fault('RL030', 'Corrections need one document: select it with --input.')
    return undefined
  }
  const [source] = input.loaded.documents
  const methods = listOf(source?.json['methods']).map(recordOf)
  const written = new Map(methods.map((method) => [String(method['name']), method] as const))
  return { ...first, written }
}
