import { excessOf, parseAllowed } from '../diff/allow.ts'
import { compareApis } from '../diff/compare.ts'
import { changesAsJson, printMarkdown, printText } from '../diff/report.ts'
import { commonOptions, defineCommand, type Command, type Call } from './command.ts'
import { count } from './summary-text.ts'
import { projectOptions } from './project.ts'
import type { ExitCode } from './exit-code.ts'
import { printable } from '../diagnostics/printable.ts'
import { readVersions } from './sources/version.ts'

const options = {
  allow: {
    type: 'string',
    value: 'LIST',
    help: 'breaking changes to accept, separated by commas: callers, implementers, all, or kinds of changes from the --json output. Other breaking changes exit with 1',
  },
  overlay: {
    ...projectOptions.overlay,
    help: 'overlay to apply to both versions, in addition to those of their configurations; repeatable',
  },
  markdown: { type: 'boolean', help: 'print Markdown for a changelog or pull request' },
  'allow-unresolved': projectOptions['allow-unresolved'],
  'allow-outside': {
    type: 'boolean',
    help: 'allow references to files outside the working directory and the folders of the documents',
  },
  ...commonOptions,
} as const

export const diffCommand: Command = defineCommand({
  about: [
    'compares two versions of the documents and reports breaking changes.',
    'OLD and NEW are files, folders, git revisions (`v1.2.0`, `HEAD~1:api.openrpc.json`), or URLs of documents or running services. NEW defaults to the documents of this folder.',
  ],
  options,
  examples: ['rpcloom diff HEAD', 'rpcloom diff v0.1.0 --markdown'],
  takes: {
    least: 1,
    most: 2,
    otherwise: '`diff` requires the old documents, and optionally the new ones: `diff OLD [NEW]`.',
  },
  exclusive: [['markdown', 'json']],
  run,
})

async function run({ values, positionals, output }: Call<typeof options>): Promise<ExitCode> {
  const allowed = parseAllowed(values.allow ?? '')
  if (allowed.kind === 'unknown') {
    output.fault('RL030', `Unknown value of --allow: ${allowed.word}.`)
    return 2
  }
  const [old = '', now = process.cwd()] = positionals
  const versions = await readVersions([old, now], values, output)
  if (versions === undefined) return 2
  const [before, after] = versions
  const changes = compareApis(before.version, after.version)
  const excess = excessOf(changes, allowed.allowed)
  if (output.json) {
    const json = { changes: changesAsJson(changes), excess: excess.length }
    output.line(JSON.stringify(json, undefined, 2))
  } else {
    const shown = output.quiet ? excess : changes
    const print = shown.length === 0 ? output.note : output.line
    print(values.markdown ? printMarkdown(shown) : printText(shown, printable))
  }
  if (excess.length === 0) return 0
  output.error(`rpcloom: ${count(excess.length, 'breaking change')}.`)
  return 1
}
