import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isScalar, isSeq, parseDocument } from 'yaml'

export type PackageManager = 'npm' | 'yarn' | 'pnpm' | 'bun'

/** The file that lists the packages of a pnpm workspace. pnpm does not read `workspaces` of package.json. */
export const pnpmWorkspace = 'pnpm-workspace.yaml'

/** Files by which package managers other than npm are detected. */
const managers: readonly (readonly [string, PackageManager])[] = [
  ['yarn.lock', 'yarn'],
  ['pnpm-lock.yaml', 'pnpm'],
  [pnpmWorkspace, 'pnpm'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
]

/**
 * Returns the package manager of a folder and the file from which it was detected. npm is the default and has
 * no such file.
 */
export function managerOf(root: string): {
  readonly manager: PackageManager
  readonly file?: string
} {
  const found = managers.find(([file]) => existsSync(join(root, file)))
  return found === undefined ? { manager: 'npm' } : { manager: found[1], file: found[0] }
}

/**
 * Whether Yarn installs the packages of a folder as archives, in which TypeScript 7 does not find them. Yarn does
 * unless its configuration names another linker.
 */
export function usesPlugAndPlay(root: string): boolean {
  if (managerOf(root).manager !== 'yarn') return false
  const path = join(root, '.yarnrc.yml')
  const linker: unknown = existsSync(path)
    ? parseDocument(readFileSync(path, 'utf8')).get('nodeLinker')
    : undefined
  return linker !== 'node-modules' && linker !== 'pnpm'
}

/** Returns the command that runs a script. `bun test` would start bun's own test runner. */
export function runScript(manager: PackageManager, script: string): string {
  return script === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${script}`
}

/**
 * Returns pnpm-workspace.yaml with further packages, which may depend on each other by version. Returns
 * undefined if the existing file is invalid.
 */
export function pnpmWorkspaceText(
  before: string | undefined,
  folders: readonly string[],
): string | undefined {
  const document = parseDocument(before ?? '')
  if (document.errors.length > 0) return undefined
  const packages: unknown = document.get('packages')
  if (isSeq(packages)) {
    const known = new Set(packages.items.map((item) => (isScalar(item) ? item.value : undefined)))
    for (const folder of folders) if (!known.has(folder)) packages.add(folder)
  } else document.set('packages', folders)
  document.set('linkWorkspacePackages', true)
  return String(document)
}
