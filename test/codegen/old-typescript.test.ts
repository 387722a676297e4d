import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { packageJson } from 'rpcloom/codegen'
import { temporaryFolder } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')

/** The ranges of `exports` and `typesVersions` as TypeScript reads them. */
const { Version, VersionRange } = createRequire(import.meta.url)(
  resolve(root, 'test/compilers/node_modules/typescript'),
) as {
  readonly Version: new (text: string) => object
  readonly VersionRange: {
    readonly tryParse: (text: string) => { readonly test: (version: object) => boolean } | undefined
  }
}

const file = packageJson(
  {
    packageName: '@t/client',
    version: '1.0.0',
    runtimeVersion: '1.0.0',
    siblings: {},
    templates: {},
    options: {},
  },
  { description: 'T', entries: ['chain'] },
)
interface Manifest {
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>> | string>>
  readonly typesVersions: Readonly<Record<string, unknown>>
  readonly files: readonly string[]
}
const manifest = JSON.parse(file.text) as Manifest
const notice = 'needs-typescript-5.0.ts'
/** As the generated client has it. */
const noticeText = readFileSync(resolve(root, 'packages/client', notice), 'utf8')
const runtime = resolve(root, 'packages/rpc')
const ofRuntime = JSON.parse(readFileSync(resolve(runtime, 'package.json'), 'utf8')) as Manifest

test.each(['.', './chain'])(
  'TypeScript below 5.0 resolves %s to the module with the error',
  (entry) => {
    const [first] = Object.entries(manifest.exports[entry] ?? {})
    const [condition, target] = first ?? ['', '']
    expect(target).toBe(`./${notice}`)
    const [, range = ''] = condition.split('types@')
    expect(Object.keys(manifest.typesVersions)).toEqual([range])
    const isOld = (version: string): boolean | undefined =>
      VersionRange.tryParse(range)?.test(new Version(version))
    expect(['4.7.4', '4.9.5', '5.0.4', '5.9.3', '7.0.0'].map(isOld)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  },
)

test('the runtime package has the same module for every entry', () => {
  const { 'package.json': _, ...entries } = Object.fromEntries(
    Object.entries(ofRuntime.exports).map(([name, target]) => [name.replace(/^\.\//, ''), target]),
  )
  const first = Object.values(entries).map((target) => Object.entries(target)[0])
  expect(new Set(first.map(String))).toEqual(new Set([`types@<5.0,./${notice}`]))
  expect(ofRuntime.typesVersions).toEqual(manifest.typesVersions)
  expect(ofRuntime.files).toContain(notice)
  expect(readFileSync(resolve(runtime, notice), 'utf8')).toBe(noticeText)
})

test('the only error of the module says which version is needed, with skipLibCheck as well', () => {
  expect(manifest.files).toContain(notice)
  const folder = temporaryFolder({ [notice]: noticeText })
  const compiler = resolve(root, 'node_modules/typescript/bin/tsc')
  const args = ['--noEmit', '--skipLibCheck', '--types', 'null', notice]
  let output = ''
  try {
    execFileSync(process.execPath, [compiler, ...args], { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    output = String(Reflect.get(Object(error), 'stdout'))
  }
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(output).toContain('This package needs TypeScript 5.0 or later')
})
