import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { putFiles } from '../temporary-folder.ts'
import { rpcloom } from '../rpcloom.ts'
import { consumerOptions } from '../targets/emitted.ts'

const root = resolve(import.meta.dirname, '../..')
const targets = ['types', 'client', 'server'] as const

/** Whether the programs of this folder's package.json are installed. */
export const isInstalled: boolean = existsSync(join(import.meta.dirname, 'node_modules'))
if (!isInstalled)
  console.warn('Skipped: programs are missing; run `npm ci --ignore-scripts` in test/peers.')

/** Generated packages, and programs that use them. */
export interface Packages {
  readonly folder: string
  /** Returns the path of a compiled program. */
  readonly program: (name: string) => string
  readonly remove: () => void
}

/**
 * Generates the packages of a document in a folder that can import the runtime, and compiles them together with the
 * programs of a folder.
 */
export async function packagesOf(
  document: object,
  programs: string,
  names: readonly string[],
): Promise<Packages> {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/peers-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    putFiles(folder, {
      [`${programs}.json`]: JSON.stringify(document),
      'rpcloom.config.json': JSON.stringify({
        inputs: [`${programs}.json`],
        out: 'packages',
        scope: '@test',
        format: false,
        targets: Object.fromEntries(targets.map((name) => [name, {}])),
      }),
      'programs/tsconfig.json': JSON.stringify({
        compilerOptions: {
          ...consumerOptions,
          skipDefaultLibCheck: true,
          rootDir: '.',
          outDir: 'dist',
        },
        references: targets.map((name) => ({ path: `../packages/${name}` })),
        include: ['*.ts'],
      }),
      // A module by its own package.json: the name of the folder does not matter.
      'package.json': '{"type":"module"}',
    })
    const { code, stderr } = await rpcloom(folder, 'generate')
    if (code !== 0) throw new Error(stderr)
    mkdirSync(join(folder, 'node_modules/@test'), { recursive: true })
    for (const name of targets)
      symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@test', name), 'dir')
    for (const name of names)
      copyFileSync(
        join(import.meta.dirname, 'programs', programs, `${name}.ts`),
        join(folder, 'programs', `${name}.ts`),
      )
    for (const name of targets) skipLibraries(join(folder, 'packages', name, 'tsconfig.json'))
    await compiled(join(folder, 'programs'))
  } catch (error) {
    remove()
    throw error
  }
  return { folder, remove, program: (name) => join(folder, 'programs/dist', `${name}.js`) }
}

/** Does not check the libraries of the compiler itself, which takes most of the time and is not what is tested. */
function skipLibraries(file: string): void {
  const config = JSON.parse(readFileSync(file, 'utf8')) as { readonly compilerOptions: object }
  const compilerOptions = { ...config.compilerOptions, skipDefaultLibCheck: true }
  writeFileSync(file, JSON.stringify({ ...config, compilerOptions }))
}

/** Compiles a project and its references; rejects with the errors. */
async function compiled(folder: string): Promise<void> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '-b', folder]
  await promisify(execFile)(process.execPath, args).catch((error: { readonly stdout?: string }) => {
    throw new Error(String(error.stdout).slice(0, 4000), { cause: error })
  })
}
