import { resolve } from 'node:path'
import { hasErrors } from '../diagnostics.ts'
import { excessOf, parseAllowed } from '../lifecycle/diff/allow.ts'
import { compareApis } from '../lifecycle/diff/compare.ts'
import { printMarkdown, printText } from '../lifecycle/diff/report.ts'
import type { Side } from '../lifecycle/diff/side.ts'
import { sourceOf } from './sources/source.ts'
import { toProjectPath } from '../load/files.ts'
import { load } from '../load/index.ts'
import { buildApi } from '../model/index.ts'
import type { CliOptions } from './arguments.ts'
import type { ExitCode } from './main.ts'
import { printable, type Output } from './output.ts'

/** Runs `rpcloom diff OLD [NEW]`: what changed, and whom it breaks. */
export async function run(
  options: CliOptions,
  output: Output,
  positionals: readonly string[],
): Promise<ExitCode> {
  const allowed = parseAllowed(options.allow ?? '')
  if (allowed.kind === 'unknown') {
    output.error(`rpcloom: --allow knows no ${allowed.word}.`)
    return 2
  }
  const [old = '', now = process.cwd()] = positionals
  const before = await readSide(old, options, output)
  const after = await readSide(now, options, output)
  if (before === undefined || after === undefined) return 2
  const changes = compareApis(before, after)
  const excess = excessOf(changes, allowed.allowed)
  if (output.json) output.line(JSON.stringify({ changes, excess: excess.length }, undefined, 2))
  else output.line(options.markdown ? printMarkdown(changes) : printText(changes, printable))
  if (excess.length === 0) return 0
  output.error(`rpcloom: ${excess.length} breaking ${excess.length === 1 ? 'change' : 'changes'}.`)
  return 1
}

async function readSide(
  word: string,
  { allowUnresolved, allowOutside, overlay }: CliOptions,
  output: Output,
): Promise<Side | undefined> {
  const source = await sourceOf(word, { allowUnresolved, allowOutside })
  if (source.kind === 'faulty') {
    output.diagnostics(source.diagnostics)
    return undefined
  }
  try {
    const { root, overlays = [] } = source.options
    const own = overlay.map((path) => toProjectPath(root, resolve(path)))
    const input = await load({ ...source.options, overlays: [...overlays, ...own] })
    const errors = input.diagnostics.filter(({ severity }) => severity === 'error')
    output.diagnostics(errors)
    if (input.loaded === undefined) return undefined
    const { api, diagnostics } = buildApi(input.loaded, { scope: source.scope })
    if (hasErrors(diagnostics)) {
      output.diagnostics(diagnostics)
      return undefined
    }
    return { api, loaded: input.loaded }
  } finally {
    source.dispose()
  }
}
