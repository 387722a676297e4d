import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import type { Audience } from '../../../generator/src/diff/direction.ts'
import type { Api, Group } from 'rpcloom/model'
import { compileFolder, emitted } from '../../targets/emitted.ts'
import { callersTest, fileOf, implementersTest } from './type-tests.ts'

const compiler = resolve(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')

/** Compiler errors in the programs of a group. Empty if they still compile. */
type Verdict = Readonly<Record<Audience, readonly string[]>>

/**
 * Compiles programs for the old version against the packages of the old and the new version, in one
 * run of the compiler.
 */
export async function compileOld(
  before: Api,
  after: Api,
): Promise<{ readonly own: Verdicts; readonly now: Verdicts }> {
  const packages = ['client', 'server']
  const [old, now] = [await emitted(before, packages), await emitted(after, packages)]
  // The other packages import the compiled types package by name. The compiler would treat two
  // packages with the same name and version as one.
  const manifest = join(now.folder, 'types/package.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"1.0.0"', '"2.0.0"'))
  for (const { folder: packageFolder } of [old, now])
    compileFolder(join(packageFolder, 'types'), '7.0')
  const folder = join(now.folder, 'tests')
  const [oldPath, nowPath] = [old.folder, now.folder].map((to) => pathTo(join(folder, 'own'), to))
  for (const [name, path] of [
    ['own', oldPath],
    ['now', nowPath],
  ] as const) {
    const versions = { before: oldPath ?? '', after: path ?? '' }
    mkdirSync(join(folder, name), { recursive: true })
    for (const group of before.groups) {
      const put = (audience: Audience, text: string): void =>
        writeFileSync(join(folder, name, fileOf(group, audience)), text)
      put('callers', callersTest(before, group, versions))
      put('implementers', implementersTest(before, group, versions))
    }
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const faults = compile(folder)
  const verdicts = (name: string): Verdicts =>
    new Map(
      before.groups.map((group) => [
        group.key,
        verdictOf(
          group,
          faults.filter((line) => line.startsWith(`${name}/`)),
        ),
      ]),
    )
  return { own: verdicts('own'), now: verdicts('now') }
}

/** Verdicts by group key. */
export type Verdicts = ReadonlyMap<string, Verdict>

function pathTo(from: string, to: string): string {
  const path = relative(from, to).split('\\').join('/')
  return path.startsWith('.') ? path : `./${path}`
}

/** As strict as the project itself, so that types detect as much as possible. */
const settings = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: false,
    lib: ['es2023', 'dom'],
    types: ['node'],
  },
  include: ['*/*.ts'],
}

function compile(folder: string): readonly string[] {
  const options = {
    encoding: 'utf8',
    stdio: 'pipe',
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  } as const
  try {
    execFileSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], options)
    return []
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error)) throw error
    const lines = String(error.stdout)
      .split('\n')
      .filter((line) => /error TS\d+/.test(line))
    const stray = lines.filter((line) => !/^(own|now)\//.test(line))
    if (lines.length === 0 || stray.length > 0) {
      throw new Error(`The packages do not compile: ${stray.slice(0, 9).join('\n')}`, {
        cause: error,
      })
    }
    return lines
  }
}

function verdictOf(group: Group, faults: readonly string[]): Verdict {
  const of = (audience: Audience): readonly string[] =>
    faults.filter((line) => basename(line.slice(0, line.indexOf('('))) === fileOf(group, audience))
  return { callers: of('callers'), implementers: of('implementers') }
}
