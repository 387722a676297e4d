import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { targets } from '@rpcloom/templates'
import type { JsonObject } from 'rpcloom/model'
import { onTestFinished } from 'vitest'
import { checkConfig, type Project, generate } from 'rpcloom/run'
import { withImported } from '../../generator/src/engine/imported-targets.ts'
import {
  scaffold,
  type ScaffoldResult,
  type ScaffoldTarget,
} from '../../generator/src/scaffold/scaffold.ts'
import { putFiles } from '../temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')

/** A folder with documents, the generated server, and a user's project. */
export interface Workbench {
  readonly root: string
  readonly folder: string
  readonly scope: string
  /** Replaces the documents, by file name; `undefined` removes a document. */
  readonly documents: (documents: Readonly<Record<string, JsonObject | undefined>>) => void
  readonly scaffold: (
    mode?: 'write' | 'plan',
    scope?: string,
    onStep?: (step: string) => void,
  ) => Promise<ScaffoldResult>
  /** Also links the types package, on which the server depends, as npm would. */
  readonly generate: (scope?: string) => Promise<void>
  /** Files of the user's project, by path. */
  readonly files: () => Readonly<Record<string, string>>
  readonly read: (path: string) => string
  readonly write: (path: string, text: string | Uint8Array) => void
  readonly remove: (path: string) => void
}

/**
 * Creates a folder that can import the modules of the workspace. It is deleted when the test ends,
 * or `atEnd`.
 */
export function benchFolder(atEnd: (remove: () => void) => void = onTestFinished): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/scaffold-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function workbench(
  documents: Readonly<Record<string, JsonObject>>,
  {
    home = benchFolder(),
    scope = '@t',
    allowUnresolved = false,
    target = 'server',
  }: {
    home?: string
    scope?: string
    allowUnresolved?: boolean
    target?: 'server' | 'client'
  } = {},
): Workbench {
  const folder = join(home, 'project')
  const put = (files: Readonly<Record<string, JsonObject | undefined>>): void => {
    for (const [name, json] of Object.entries(files)) {
      if (json === undefined) rmSync(join(home, name))
      else putFiles(home, { [name]: JSON.stringify(json) })
    }
  }
  mkdirSync(home, { recursive: true })
  put(documents)
  return {
    root: home,
    folder,
    scope,
    documents: put,
    scaffold: (mode = 'write', name = scope, onStep = () => undefined) =>
      scaffold({
        project: projectOf(home, name, { allowUnresolved, target }),
        target: targetOf(target),
        folder,
        mode,
        onStep,
      }),
    async generate(name = scope) {
      const options = { mode: 'write', force: true } as const
      const { status, diagnostics } = await generate(
        projectOf(home, name, { allowUnresolved, target }),
        options,
      )
      if (status === 'failed') throw new Error(JSON.stringify(diagnostics))
      linkTypes(home, name)
    },
    files: () => treeOf(folder),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    write: (path, text) => putFiles(folder, { [path]: text }),
    remove: (path) => rmSync(join(folder, path)),
  }
}

function linkTypes(home: string, scope: string): void {
  const link = join(home, 'node_modules', scope, 'types')
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(join(home, 'out/types'), link)
}

/** Scaffolds `project` in a folder for all of its documents, like the examples of the catalog. */
export async function scaffoldIn(home: string): Promise<ScaffoldResult> {
  const project = projectOf(home, '@t', { inputs: ['*.openrpc.{json,yaml}'], out: '.' })
  return scaffold({
    project,
    target: targetOf('server'),
    folder: join(home, 'project'),
    mode: 'write',
  })
}

function projectOf(
  home: string,
  scope: string,
  { inputs = ['*.openrpc.json'], out = 'out', allowUnresolved = false, target = 'server' } = {},
): Project {
  const checked = checkConfig('(test)', {
    inputs,
    out,
    scope,
    targets: { [target]: {} },
    format: false,
    allowUnresolved,
  })
  if (checked.kind === 'faulty') throw new Error(JSON.stringify(checked.findings))
  return {
    root: home,
    config: withImported(checked.config, targets),
    targets,
    targetsCode: {
      entry: join(root, 'templates/dist/index.js'),
      folder: join(root, 'templates'),
    },
  }
}

function targetOf(wanted: string): ScaffoldTarget {
  const target = targets.find(({ name }) => name === wanted)
  if (target?.scaffold === undefined) throw new Error(`The ${wanted} has no scaffold.`)
  return { ...target, scaffold: target.scaffold }
}

/** Returns every file below a folder, by path. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths.sort().map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  )
}

export interface Fault {
  readonly path: string
  /** One-based. */
  readonly line: number
  readonly message: string
}

/** Compiles several projects in one run, against the sources of their servers. */
export function compile(
  benches: readonly Pick<Workbench, 'root' | 'scope'>[],
  { home = benchFolder(), flags = {} }: { home?: string; flags?: JsonObject } = {},
): readonly Fault[] {
  const paths = benches.flatMap(({ root: at, scope }) => {
    return ['server', 'client', 'types'].flatMap((name) => {
      const sources = `./${relative(home, at)}/out/${name}/src`
      return [
        [`${scope}/${name}`, [`${sources}/index.ts`]],
        [`${scope}/${name}/*`, [`${sources}/*.ts`]],
      ] as const
    })
  })
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      composite: false,
      declaration: false,
      declarationMap: false,
      sourceMap: false,
      isolatedDeclarations: false,
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
      noUnusedParameters: false,
      erasableSyntaxOnly: false,
      noEmit: true,
      types: ['node'],
      paths: Object.fromEntries(paths),
      ...flags,
    },
    include: benches.map(({ root: at }) => `./${relative(home, at)}/project/src`),
  }
  putFiles(home, { 'tsconfig.json': JSON.stringify(config) })
  try {
    execFileSync(process.execPath, [tsc, '-p', home, '--pretty', 'false'], {
      cwd: home,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return []
  } catch (error) {
    const text = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
    return faultsIn(text)
  }
}

function faultsIn(text: string): readonly Fault[] {
  const faults = [...text.matchAll(/^(\S[^\n(]*)\((\d+),\d+\): error (.*)$/gm)].map(
    ([, path = '', line, message = '']) => ({ path, line: Number(line), message }),
  )
  if (faults.length === 0) throw new Error(text.slice(0, 2000))
  return faults
}
