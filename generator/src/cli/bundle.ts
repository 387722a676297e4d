import { withoutReturns } from '../json/hash.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrors } from '../diagnostics/diagnostics.ts'
import { readApi } from '../engine/read-api.ts'
import type { Group } from '../model/index.ts'
import { commonOptions, defineCommand, type Command, type Call } from './command.ts'
import type { ExitCode } from './exit-code.ts'
import type { Output } from './output.ts'
import { findProject, projectFault, projectOptions } from './project.ts'
import { documentText, type Format, formatOf, writeFiles } from './write-documents.ts'

const options = {
  ...projectOptions,
  out: {
    type: 'string',
    short: 'o',
    value: 'PATH',
    help: 'output file, or folder for several documents; default: stdout',
  },
  format: {
    type: 'string',
    words: ['json', 'yaml'],
    value: 'FORMAT',
    help: 'json or yaml; default: by the file extension',
  },
  check: { type: 'boolean', help: 'write nothing; exit with 1 if a file is out of date' },
  ...commonOptions,
} as const

/**
 * `rpcloom bundle`: writes each document as one self-contained file, with fragments, overlays and references
 * applied. Without `--out`, a single document is printed to stdout. For several documents, `--out` must be a
 * folder.
 */
export const bundleCommand: Command = defineCommand({
  about: [
    'writes each document as a single file, with fragments, referenced files and overlays included.',
  ],
  options,
  examples: [
    'rpcloom bundle --out dist/openrpc.json',
    'rpcloom bundle --out dist/openrpc.json --check',
  ],
  fault: (values) => projectFault({ ...values, out: undefined }),
  run,
})

async function run({ values, output }: Call<typeof options>): Promise<ExitCode> {
  const { out, ...others } = values
  const defaults = { out: '.', targets: 'client', scope: '@bundle' }
  const found = await findProject(others, defaults, output)
  if (found === undefined) return 2
  const { root, config } = found.project
  const input = await readApi({ ...config, root, subscriptions: 'declared' })
  output.diagnostics(input.diagnostics)
  if (input.loaded === undefined || hasErrors(input.diagnostics)) return 2
  return put(input.api.groups, { out, check: values.check === true, format: values.format }, output)
}

interface Destination {
  readonly out: string | undefined
  readonly check: boolean
  readonly format: Format | undefined
}

function put(groups: readonly Group[], to: Destination, output: Output): ExitCode {
  const [only] = groups
  const format = to.format ?? formatOf(to.out)
  if (to.out === undefined) {
    if (only === undefined || groups.length > 1 || to.check) {
      output.fault('RL030', 'Add --out: a file for one document, or a folder for several.')
      return 2
    }
    output.line(documentText(only.bundle, format).trimEnd())
    return 0
  }
  const isFile = /\.(json|ya?ml)$/i.test(to.out)
  if (isFile && groups.length > 1) {
    output.fault(
      'RL030',
      `--out ${to.out} is a file, but there are ${groups.length} documents: pass a folder.`,
    )
    return 2
  }
  const files = groups.map(({ slug, bundle }) => ({
    path: isFile ? (to.out ?? '') : join(to.out ?? '', `${slug}.openrpc.${format}`),
    text: documentText(bundle, format),
  }))
  const stale = files.filter(({ path, text }) => !isCurrent(path, text))
  if (to.check) {
    for (const { path } of stale) output.error(`${path} is out of date. Run \`rpcloom bundle\`.`)
    return stale.length > 0 ? 1 : 0
  }
  if (!writeFiles(stale, output)) return 2
  const paths = files.map(({ path }) => path).join(', ')
  output.note(`${stale.length > 0 ? 'Written' : 'Up to date'}: ${paths}.`)
  return 0
}

function isCurrent(path: string, text: string): boolean {
  return existsSync(path) && withoutReturns(readFileSync(path, 'utf8')) === text
}
