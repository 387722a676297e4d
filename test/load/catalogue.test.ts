import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diagnosticsPages } from '../../generator/src/cli/explain.ts'
import { catalogue } from 'rpcloom/diagnostics'
import { rules } from '../../generator/src/lint/table.ts'
import { load } from 'rpcloom/load'
import { buildApi } from 'rpcloom/model'
import { scaffoldIn } from '../scaffold/workbench.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

/**
 * Splits an example into files. `# file: NAME` starts another file; the first file is
 * `api.openrpc.yaml`.
 */
function filesOf(example: string): Readonly<Record<string, string>> {
  const [first = '', ...others] = example.split(/^# file: /m)
  const files: Record<string, string> = first.trim() === '' ? {} : { 'api.openrpc.yaml': first }
  for (const other of others) {
    const end = other.indexOf('\n')
    files[other.slice(0, end)] = other.slice(end + 1)
  }
  return files
}

async function codesOf(code: string, example: string): Promise<readonly string[]> {
  return code.startsWith('RL6') ? scaffoldCodesOf(example) : documentCodesOf(example)
}

async function documentCodesOf(example: string): Promise<readonly string[]> {
  const files = filesOf(example)
  // Files with document names are inputs, all others are only referenced.
  const inputs = Object.keys(files).filter((name, index) => index === 0 || /openrpc/.test(name))
  const overlays = Object.keys(files).filter((name) => name.startsWith('overlay'))
  const root = temporaryFolder(files)
  const { loaded, diagnostics } = await load({ root, inputs, overlays })
  const built = loaded === undefined ? [] : buildApi(loaded, { scope: '@t' }).diagnostics
  return [...new Set([...diagnostics, ...built].map(({ code }) => code))]
}

/**
 * Returns the codes of the last run. Each `# scaffold` runs on the files before it, and one run
 * follows at the end.
 */
async function scaffoldCodesOf(example: string): Promise<readonly string[]> {
  const root = temporaryFolder({})
  let codes: readonly string[] = []
  for (const stage of example.split('# scaffold\n')) {
    for (const [path, text] of Object.entries(filesOf(stage))) {
      if (text.trim() === '') rmSync(join(root, path))
      else putFiles(root, { [path]: text })
    }
    const { diagnostics } = await scaffoldIn(root)
    codes = [...new Set(diagnostics.map(({ code }) => code))]
  }
  return codes
}

const loadExamples = Object.entries(catalogue).flatMap(([code, { failing, fixed }]) =>
  failing !== undefined && fixed !== undefined ? [{ code, failing, fixed }] : [],
)

test.each(loadExamples)('$code is reported for its failing example only', async (entry) => {
  expect(await codesOf(entry.code, entry.failing)).toEqual([entry.code])
  expect(await codesOf(entry.code, entry.fixed)).toEqual([])
})

test('no code is also the code of a lint rule', () => {
  expect(rules.map(({ code }) => code).filter((code) => Object.hasOwn(catalogue, code))).toEqual([])
})

test('the help pages are generated from the catalog, and have every code', () => {
  const pages = Object.entries(diagnosticsPages())
  for (const [file, want] of pages) {
    const page = readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8')
    expect(page, 'run `npm run diagnostics`').toBe(want)
  }
  const all = pages.map(([, text]) => text).join('\n')
  const missing = Object.keys(catalogue).filter((code) => !all.includes(`\n## ${code} (`))
  expect(missing).toEqual([])
})

test('every code has a runnable example, or a test that names it', () => {
  const texts = testFiles(join(import.meta.dirname, '..')).map((path) => readFileSync(path, 'utf8'))
  const all = texts.join('\n')
  const shown = new Set(loadExamples.map(({ code }) => code))
  const untested = Object.keys(catalogue).filter(
    (code) => !shown.has(code) && !all.includes(`'${code}`),
  )
  expect(untested).toEqual([])
})

function testFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(\.test|\/hostile)\.ts$/.test(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path))
}
