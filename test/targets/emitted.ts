import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { targets } from '@rpcloom/templates'
import { type OutputFile, printSource } from 'rpcloom/codegen'
import type { Api } from 'rpcloom/model'
import { onTestFinished } from 'vitest'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Compilers by path: with two TypeScript versions installed, the link in .bin is ambiguous. */
const compilers = {
  '7.0': join(root, 'node_modules/typescript/bin/tsc'),
  '5.9': join(root, 'test/compilers/node_modules/typescript/bin/tsc'),
}

export type Compiler = keyof typeof compilers

/** Generated packages in a folder that can import the modules of the workspace. */
export interface Emitted {
  readonly folder: string
  /** Contents of every TypeScript file, by path. */
  readonly sources: ReadonlyMap<string, string>
  /** Compiles a package with its own tsconfig.json; throws the compiler errors. */
  readonly compile: (name: string, compiler?: Compiler) => void
  readonly put: (path: string, text: string) => void
  readonly load: (path: string) => Promise<Readonly<Record<string, unknown>>>
}

/** Generates packages into a folder that is deleted when the test ends. */
export async function emitted(api: Api, names: readonly string[]): Promise<Emitted> {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'targets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const sources = new Map<string, string>()
  const compiled = new Set<string>()
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  // Client, server and mock import the types package, as in a workspace.
  linkTypes(folder, api.scope)
  for (const name of ['types', ...names]) {
    for (const file of await filesOf(api, name)) {
      if (file.kind === 'derived') throw new Error(`${file.path} is derived`)
      const text = file.kind === 'typescript' ? await printSource(file) : file.text
      const path = join(name, file.path)
      if (file.kind === 'typescript') sources.set(path, text)
      put(path, text)
    }
  }
  return {
    folder,
    sources,
    put,
    compile(name, compiler = '7.0') {
      if (!compiled.has('types')) compileFolder(join(folder, 'types'), compiler)
      compiled.add('types')
      compileFolder(join(folder, name), compiler)
    },
    load: async (path) =>
      (await import(pathToFileURL(join(folder, path)).href)) as Readonly<Record<string, unknown>>,
  }
}

/** Compiles packages in order. They can import each other by name, as when installed. */
export async function installed(api: Api, names: readonly string[]): Promise<Emitted> {
  const output = await emitted(api, names)
  const modules = join(output.folder, 'node_modules/@test')
  for (const name of names) {
    symlinkSync(join(output.folder, name), join(modules, name), 'dir')
    output.compile(name)
  }
  return output
}

/** Compiler options for code that imports the packages. */
export const consumerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
}

/** Makes the types package importable by name. */
function linkTypes(folder: string, scope: string): void {
  mkdirSync(join(folder, 'node_modules', scope), { recursive: true })
  symlinkSync(join(folder, 'types'), join(folder, 'node_modules', scope, 'types'), 'junction')
}

/** Compiles a folder with its own tsconfig.json; throws the compiler errors. */
export function compileFolder(folder: string, compiler: Compiler): void {
  // The libraries of the compiler itself take most of the time, and are not what is tested.
  const args = [compilers[compiler], '-p', folder, '--skipDefaultLibCheck']
  try {
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const output =
      error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
    throw new Error(output.slice(0, 4000), { cause: error })
  }
}

async function filesOf(api: Api, name: string): Promise<readonly OutputFile[]> {
  const target = targets.find((candidate) => candidate.name === name)
  if (target === undefined) throw new Error(`There is no target ${name}`)
  const { templateFolder } = target
  const folder = templateFolder === undefined ? '' : fileURLToPath(templateFolder)
  const templates = folder === '' ? [] : readdirSync(folder).filter((file) => file.endsWith('.hbs'))
  return target.files(api, {
    packageName: `@test/${name}`,
    version: '1.0.0',
    runtimeVersion: '0.1.0',
    siblings: {},
    templates: Object.fromEntries(
      templates.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
    ),
    options: {},
  })
}
