import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { printSource, typeModules } from 'rpcloom/codegen'
import type { Json, JsonObject } from 'rpcloom/model'
import { build, documentOf } from './documents.ts'

const root = resolve(import.meta.dirname, '../..')

/** Compilers by path: with two TypeScript versions installed, the link in .bin is ambiguous. */
export const compilers: Readonly<Record<string, string>> = {
  '7.0': join(root, 'node_modules/typescript/bin/tsc'),
  '5.9': join(root, 'test/compilers/node_modules/typescript/bin/tsc'),
}

/** Installed compilers. The older one has its own lock file. */
export const installed: readonly string[] = Object.keys(compilers).filter((version) =>
  existsSync(compilers[version] ?? ''),
)

export interface TypeCase {
  readonly schema: Json
  readonly values: readonly Json[]
}

/** Whether a compiler accepts each value of a case. */
export interface TypeVerdict {
  /** The values as existing objects: unknown members are accepted. */
  readonly loose: readonly boolean[]
  /** The values as literals: unknown members are errors. */
  readonly exact: readonly boolean[]
}

/**
 * Generates the types of all schemas, as components of one document, and assigns their values in
 * the form of params. Throws if the types themselves do not compile.
 */
export async function typeVerdicts(
  cases: readonly TypeCase[],
  { version, components = {} }: { readonly version: string; readonly components?: JsonObject },
): Promise<readonly TypeVerdict[]> {
  const named = cases.map(({ schema }, index) => [`Case${index}`, schema] as const)
  const { api } = build(documentOf([], { ...components, ...Object.fromEntries(named) }))
  const folder = mkdtempSync(join(cacheFolder(), 'types-'))
  try {
    for (const file of typeModules(api)) {
      const path = join(folder, file.path)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, await printSource(file))
    }
    const names = cases.map((_, index) => {
      const type = api.types.get(`test.openrpc.json#/components/schemas/Case${index}`)
      if (type === undefined) throw new Error(`Case${index} has no type`)
      return type.inputName
    })
    const [module] = typeModules(api)
    const uses = usesOf(cases, names, `./${module?.path ?? ''}`)
    writeFileSync(join(folder, 'uses.ts'), uses.text)
    const errors = await errorsOf(folder, version)
    const elsewhere = errors.filter(({ file }) => file !== 'uses.ts')
    if (elsewhere.length > 0) throw new Error(elsewhere.map(({ text }) => text).join('\n'))
    const wrong = new Set(errors.map(({ line }) => line))
    return uses.lines.map((lines) => ({
      loose: lines.map(([loose]) => !wrong.has(loose)),
      exact: lines.map(([, exact]) => !wrong.has(exact)),
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function cacheFolder(): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  return join(root, '.cache')
}

type Lines = readonly (readonly [loose: number, exact: number])[]

/** Returns a module that assigns every value twice, and the lines of the assignments. */
function usesOf(
  cases: readonly TypeCase[],
  names: readonly string[],
  module: string,
): { readonly text: string; readonly lines: readonly Lines[] } {
  const text = [`import type * as t from ${JSON.stringify(module)}`]
  const lines = cases.map(({ values }, index) =>
    values.map((value, at) => {
      const name = `v${index}_${at}`
      const type = `t.${names[index] ?? ''}`
      // TypeScript treats these as line terminators.
      const literal = JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) =>
        end === '\u2028' ? String.raw`\u2028` : String.raw`\u2029`,
      )
      text.push(`const ${name} = ${literal} ${isPlain(value) ? '' : 'as const'}`)
      text.push(`export const ${name}a: ${type} = ${name}`)
      text.push(`export const ${name}b: ${type} = ${literal}`)
      return [text.length - 1, text.length] as const
    }),
  )
  return { text: text.join('\n'), lines }
}

/** Whether `as const` can be omitted. It cannot be used on null. */
function isPlain(value: Json): boolean {
  return value === null
}

interface CompilerError {
  readonly file: string
  readonly line: number
  readonly text: string
}

const flags = {
  target: 'es2023',
  module: 'nodenext',
  moduleDetection: 'force',
  types: [],
  lib: ['es2023'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  isolatedDeclarations: true,
  declaration: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  noEmit: true,
}

async function errorsOf(folder: string, version: string): Promise<readonly CompilerError[]> {
  const compilerOptions = flags
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  try {
    await promisify(execFile)(
      process.execPath,
      [compilers[version] ?? '', '-p', folder, '--pretty', 'false'],
      { cwd: folder, maxBuffer: 1 << 26 },
    )
    return []
  } catch (error) {
    const text = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
    const found = [...text.matchAll(/^(\S+?)\((\d+),\d+\): error (TS\d+: .*)$/gm)].map(
      ([whole, file = '', line = '0']) => ({ file, line: Number(line), text: whole }),
    )
    if (found.length === 0) {
      throw new Error(`The compiler says: ${text.slice(0, 2000)}`, { cause: error })
    }
    return found
  }
}
