import { createMock, type Scenario } from '@native-node/mock'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'packages/mock/README.md'), 'utf8')

function samples(language: string): readonly string[] {
  const blocks = text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))
  return [...blocks].map(([, code = '']) => code)
}

test('the samples in the README of the mock compile and run', () => {
  const codes = samples('ts')
  expect(codes).toHaveLength(3)
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/mock-readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [index, code] of codes.entries()) {
    writeFileSync(join(folder, `sample${index}.mts`), code)
  }
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    types: ['node'],
    // The samples use third-party libraries.
    skipLibCheck: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  expect(run(compiler, '-p', folder)).toEqual({ isGood: true, output: '' })
  const outputs = codes.map((_, index) => run(join(folder, `sample${index}.mjs`)))
  expect(outputs.map(({ isGood, output }) => (isGood ? '' : output))).toEqual(['', '', ''])
  expect(outputs[0]?.output).toMatch(/not yet[^]*2/)
  expect(outputs[1]?.output).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
}, 120_000)

test('the scenario in the README is valid against the documents', async () => {
  const [scenario = ''] = samples('json')
  await createMock({ scenario: JSON.parse(scenario) as Scenario }).ready()
})

/**
 * Runs a program and returns its output. The output of a failed program becomes the failure
 * message.
 */
function run(...args: readonly string[]): { readonly isGood: boolean; readonly output: string } {
  try {
    return {
      isGood: true,
      output: execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }).trim(),
    }
  } catch (error) {
    const { stdout, stderr } = Object(error) as { stdout?: unknown; stderr?: unknown }
    return { isGood: false, output: `${String(stdout)}${String(stderr)}` }
  }
}
