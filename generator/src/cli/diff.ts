import { excessOf, parseAllowed } from '../diff/allow.ts'
import { compareApis } from '../diff/compare.ts'
import { changesAsJson, printMarkdown, printText } from '../diff/report.ts'
import type { CliOptions } from './arguments.ts'
import type { ExitCode } from './exit-code.ts'
import { printable } from '../diagnostics/printable.ts'
import type { Output } from './output.ts'
import { readSide } from './sources/side.ts'

/** Runs `rpcloom diff OLD [NEW]`: reports changes and whom they break. */
export async function run(
  options: CliOptions,
  output: Output,
  positionals: readonly string[],
): Promise<ExitCode> {
  const allowed = parseAllowed(options.allow ?? '')
  if (allowed.kind === 'unknown') {
    output.fault('RL030', `Unknown value of --allow: ${allowed.word}.`)
    return 2
  }
  const [old = '', now = process.cwd()] = positionals
  const before = await readSide(old, options, output)
  const after = await readSide(now, options, output)
  if (before === undefined || after === undefined) return 2
  const changes = compareApis(before.side, after.side)
  const excess = excessOf(changes, allowed.allowed)
  if (output.json) {
    const json = { changes: changesAsJson(changes), excess: excess.length }
    output.line(JSON.stringify(json, undefined, 2))
  } else {
    const shown = output.quiet ? excess : changes
    const print = shown.length === 0 ? output.note : output.line
    print(options.markdown ? printMarkdown(shown) : printText(shown, printable))
  }
  if (excess.length === 0) return 0
  output.error(`rpcloom: ${excess.length} breaking ${excess.length === 1 ? 'change' : 'changes'}.`)
  return 1
}
