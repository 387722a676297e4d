import { rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { hashOf } from '../json/hash.ts'

/** Imports the current version of a user's module. A TypeScript module may only import JavaScript modules. */
export async function importModule(path: string, text: string): Promise<unknown> {
  return path.endsWith('.ts') || path.endsWith('.mts')
    ? importTypeScript(path, text)
    : importFresh(path, text)
}

/**
 * Imports a module by a URL that contains the hash of its text, so that `--watch` never gets a cached version.
 */
async function importFresh(path: string, text: string): Promise<unknown> {
  return import(`${pathToFileURL(path).href}?${hashOf(text)}`)
}

/**
 * Imports a TypeScript module. Node 20 does not support TypeScript, so the compiler in ts-morph removes the
 * types first.
 */
async function importTypeScript(path: string, text: string): Promise<unknown> {
  const { ts } = await import('ts-morph')
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  // Write the compiled copy next to the original, so that relative imports and packages resolve.
  const twin = `${path}.${hashOf(text)}.mjs`
  try {
    writeFileSync(twin, outputText)
    return await import(pathToFileURL(twin).href)
  } finally {
    rmSync(twin, { force: true })
  }
}
