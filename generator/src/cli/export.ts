import { join } from 'node:path'
import { hasErrors } from '../diagnostics/diagnostics.ts'
import { printable } from '../diagnostics/printable.ts'
import { readApi } from '../engine/read-api.ts'
import { exportApi, type ExportFormat, exportFormats } from '../export/export.ts'
import { type Call, type Command, commonOptions, defineCommand } from './command.ts'
import type { ExitCode } from './exit-code.ts'
import type { Output } from './output.ts'
import { findProject, projectFault, projectOptions } from './project.ts'
import { count } from './summary-text.ts'
import { documentText, formatOf, type TextFile, writeFiles } from './write-documents.ts'

const formatFault = '`export` requires a format: postman, bruno, openapi or asyncapi.'

const options = {
  ...projectOptions,
  out: {
    type: 'string',
    short: 'o',
    value: 'PATH',
    help: 'output file, as JSON or YAML by its extension, or folder for bruno; default: stdout',
  },
  ...commonOptions,
} as const

export const exportCommand: Command = defineCommand({
  about: [
    'converts the documents to another format: one file for all documents, or a folder for Bruno.',
    'postman (collection 2.1) and bruno have a request for each method, with the examples of the documents. openapi (3.1) has a POST operation for each method. asyncapi (3.0) has the subscriptions, the notifications and the methods that are only available over WebSocket.',
  ],
  options,
  examples: [
    'rpcloom export openapi --out openapi.json',
    'rpcloom export postman --out postman.json',
    'rpcloom export bruno --out bruno',
  ],
  takes: { least: 1, most: 1, otherwise: formatFault, words: () => exportFormats },
  fault: ({ out, ...values }, [format = '']) => {
    if (!isFormat(format)) return formatFault
    if (format === 'bruno' && out === undefined)
      return '`export bruno` requires a folder, such as `--out bruno`.'
    return projectFault(values)
  },
  run,
})

function isFormat(text: string): text is ExportFormat {
  return exportFormats.some((format) => format === text)
}

async function run({
  values: { out, ...values },
  positionals: [format = ''],
  output,
}: Call<typeof options>): Promise<ExitCode> {
  const defaults = { out: '.', targets: 'client', scope: '@export' }
  const found = await findProject(values, defaults, output)
  if (found === undefined || !isFormat(format)) return 2
  const { root, config } = found.project
  const input = await readApi({ ...config, root })
  output.diagnostics(input.diagnostics.filter(({ severity }) => severity === 'error'))
  if (input.loaded === undefined || hasErrors(input.diagnostics)) return 2
  const title = config.targets['docs']?.options['title']
  const exported = exportApi(input.api, format, typeof title === 'string' ? title : undefined)
  if (exported.kind === 'nothing') {
    output.fault('RL030', 'The documents have no subscriptions and no notifications.')
    return 2
  }
  if (exported.kind === 'folder') {
    const files = [...exported.files].map(([path, text]) => ({ path: join(out ?? '', path), text }))
    return write(files, `${count(files.length, 'file')} in ${out ?? ''}`, output)
  }
  const text = documentText(exported.json, formatOf(out))
  if (out !== undefined) return write([{ path: out, text }], out, output)
  output.line(text.trimEnd())
  return 0
}

function write(files: readonly TextFile[], written: string, output: Output): ExitCode {
  if (!writeFiles(files, output)) return 2
  output.note(`Written: ${printable(written)}.`)
  return 0
}
