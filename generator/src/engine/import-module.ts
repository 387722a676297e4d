import { rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { hashOf } from '../json/hash.ts'

/**
 * Imports a module of the user in its current version. A TypeScript module may import other modules, but no
 * TypeScript ones.
 */
export async function importModule(path: string, text: string): Promise<unknown> {
  return path.endsWith('.ts') || path.endsWith('.mts')
    ? importTypeScript(path, text)
    : importFresh(path, text)
}

/** The address contains a hash, so that `--watch` notices changes. */
async function importFresh(path: string, text: string): Promise<unknown> {
  return import(`${pathToFileURL(path).href}?${hashOf(text)}`)
}

/** Node 20 cannot import TypeScript: the compiler in ts-morph removes the types. */
async function importTypeScript(path: string, text: string): Promise<unknown> {
  const { ts } = await import('ts-morph')
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  // In the same folder, so that relative imports and packages resolve.
  const twin = `${path}.${hashOf(text)}.mjs`
  writeFileSync(twin, outputText)
  try {
    return await import(pathToFileURL(twin).href)
  } finally {
    rmSync(twin, { force: true })
  }
}
