import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../temporary-folder.ts'
import { root } from './folder.ts'

/** The report of `npm run corpus` on one document. */
export interface Outcome {
  readonly file: string
  readonly verdict: string
  readonly errors: readonly { readonly code: string; readonly line: number }[]
}

export interface Run {
  readonly code: number
  readonly text: string
  readonly outcomes: readonly Outcome[]
}

/** Runs `npm run corpus` on a folder, with the current build. */
export async function run(folder: string, options: readonly string[]): Promise<Run> {
  const report = join(temporaryFolder({}), 'report.json')
  const args = [join(root, 'scripts/corpus.mjs'), folder, '--built', '--json', report, ...options]
  const { code, text } = await execute(args)
  const outcomes: readonly Outcome[] = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8')).documents
    : []
  return { code, text, outcomes }
}

export async function execute(
  args: readonly string[],
): Promise<{ readonly code: number; readonly text: string }> {
  const options = { maxBuffer: 1 << 26, env: { ...process.env, INIT_CWD: root } }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, options)
    return { code: 0, text: stdout }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error)) throw error
    return { code: Number(error.code), text: String(error.stdout) }
  }
}
