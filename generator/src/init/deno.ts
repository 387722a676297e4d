import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../engine/config.ts'

/** Names of Deno's configuration. */
const configurations = ['deno.json', 'deno.jsonc'] as const

/**
 * Returns the settings with which Deno finds the types of packages in a workspace; undefined for a folder without
 * Deno. Outside node_modules, Deno resolves `./x.ts` in a declaration file only to `x.ts`, which is in the sources.
 */
export function denoSettings(
  root: string,
  { scope, out, targets }: Pick<Config, 'scope' | 'out' | 'targets'>,
): string | undefined {
  if (!configurations.some((name) => existsSync(join(root, name)))) return undefined
  // The docs are no code to import.
  const names = new Set(['types', ...Object.keys(targets).filter((name) => name !== 'docs')])
  const imports = [...names].flatMap((name) => [
    [`${scope}/${name}`, `./${out}/${name}/src/index.ts`],
    [`${scope}/${name}/`, `./${out}/${name}/src/`],
  ])
  return JSON.stringify({ unstable: ['sloppy-imports'], imports: Object.fromEntries(imports) })
}
