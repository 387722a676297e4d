import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const packages = ['client', 'server', 'mock'] as const

/** Compilers by path: with two TypeScript versions installed, the link in .bin is ambiguous. */
const compilers = {
  '7.0': join(root, 'node_modules/typescript'),
  '5.9': join(root, 'test/compilers/node_modules/typescript'),
} as const
const isInstalled = existsSync(compilers['5.9'])
const older = isInstalled ? '' : ' (skipped: run `npm ci` in test/compilers)'

/** Every strictness flag with which generated sources must compile. */
const flags = {
  target: 'es2023',
  module: 'nodenext',
  moduleDetection: 'force',
  types: ['node'],
  lib: ['es2023', 'dom'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: false,
  noEmit: true,
}

mkdirSync(join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(join(root, '.cache', 'compilers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function faultsOf(
  version: keyof typeof compilers,
  include: readonly string[],
): Promise<string> {
  const project = join(mkdtempSync(join(folder, 'project-')), 'tsconfig.json')
  writeFileSync(project, JSON.stringify({ compilerOptions: flags, include }))
  const compiler = join(compilers[version], 'bin/tsc')
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', project], { cwd: root })
    return ''
  } catch (error) {
    const { stdout = String(error) } = error as { readonly stdout?: string }
    return stdout.slice(0, 4000)
  }
}

function sourcesOf(name: string): readonly string[] {
  const source = join(root, 'packages', name, 'src')
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(source, path))
}

describe('generated sources compile with every strict flag', () => {
  const sources = packages.map((name) => join(root, 'packages', name, 'src'))

  test('with TypeScript 7.0', async () => {
    expect(await faultsOf('7.0', sources)).toBe('')
  })

  test.skipIf(!isInstalled)(`with TypeScript 5.9${older}`, async () => {
    expect(await faultsOf('5.9', sources)).toBe('')
  })

  test('the flags detect code that is not strict', async () => {
    const wrong = {
      annotation: 'export const value = Math.max(1, 2)',
      index: 'export const at = (list: string[]): string => list[0]',
      enum: 'export enum Kind { A }',
      import: "import { Transport } from '@native-node/client'\nexport type T = Transport",
      optional: 'export const value: { a?: string } = { a: undefined }',
    }
    const files = mkdtempSync(join(folder, 'wrong-'))
    for (const [name, text] of Object.entries(wrong)) writeFileSync(join(files, `${name}.ts`), text)
    const faults = await faultsOf('7.0', [files])
    const caught = Object.keys(wrong).filter((name) => faults.includes(`${name}.ts(`))
    expect(caught, faults).toEqual(Object.keys(wrong))
  })
})

describe('generated sources contain no any', () => {
  test.skipIf(!isInstalled).each(packages)(`%s${older}`, (name) => {
    expect(sourcesOf(name).flatMap(anysIn)).toEqual([])
  })

  test.skipIf(!isInstalled)(`any would be found${older}`, () => {
    const file = join(mkdtempSync(join(folder, 'any-')), 'wrong.ts')
    writeFileSync(
      file,
      "// any\nexport const any: string = 'any'\nexport type Wrong = Record<string, any>\n",
    )
    expect(anysIn(file)).toEqual([`${file}:3`])
  })
})

/**
 * The used members of the compiler's interface. Version 7 has no such interface, so it has no
 * types.
 */
interface Parser {
  readonly SyntaxKind: { readonly AnyKeyword: number }
  readonly ScriptTarget: { readonly ESNext: number }
  createSourceFile(path: string, text: string, target: number, parents: boolean): SourceFile
}
interface SyntaxNode {
  readonly kind: number
  getStart(): number
  forEachChild(visit: (node: SyntaxNode) => void): void
}
interface SourceFile extends SyntaxNode {
  getLineAndCharacterOfPosition(position: number): { readonly line: number }
}

/** Returns the lines of a file that use the type `any`, as parsed by the compiler. */
function anysIn(path: string): readonly string[] {
  const parser = createRequire(import.meta.url)(compilers['5.9']) as Parser
  const { createSourceFile, ScriptTarget, SyntaxKind } = parser
  const source = createSourceFile(path, readFileSync(path, 'utf8'), ScriptTarget.ESNext, true)
  const found: string[] = []
  const visit = (node: SyntaxNode): void => {
    if (node.kind === SyntaxKind.AnyKeyword) {
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}
