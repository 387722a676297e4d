import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

test('the samples in the README of the client compile', () => {
  const text = readFileSync(join(root, 'packages/client/README.md'), 'utf8')
  const samples = [...text.matchAll(/```ts\n([^]*?)```/g)].map(([, code = '']) => code)
  expect(samples.length).toBeGreaterThanOrEqual(3)
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: ['node'],
    // The samples use third-party libraries.
    skipLibCheck: true,
  }
  for (const [index, code] of samples.entries())
    writeFileSync(join(folder, `sample${index}.mts`), code)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  // The output of the compiler becomes the failure message.
  const output = ((): string => {
    try {
      return execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
    } catch (error) {
      return String(Reflect.get(Object(error), 'stdout'))
    }
  })()
  expect(output).toBe('')
})
