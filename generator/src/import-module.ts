import { rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { hashOf } from './emit/hash.ts'

/** Imports a module of the user's as its text says it now; one in TypeScript may import others, but none in TypeScript. */
export async function importModule(path: string, text: string): Promise<unknown> {
  return path.endsWith('.ts') || path.endsWith('.mts')
    ? importTypeScript(path, text)
    : importFresh(path, text)
}

/** With the hash in the address, so that watching sees a change. */
async function importFresh(path: string, text: string): Promise<unknown> {
  return import(`${pathToFileURL(path).href}?${hashOf(text)}`)
}

/** Node 20 cannot import TypeScript: the types are cut off by the compiler inside ts-morph. */
async function importTypeScript(path: string, text: string): Promise<unknown> {
  const { ts } = await import('ts-morph')
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  // Beside the original, so that its relative imports and packages resolve.
  const twin = `${path}.${hashOf(text)}.mjs`
  writeFileSync(twin, outputText)
  try {
    return await import(pathToFileURL(twin).href)
  } finally {
    rmSync(twin, { force: true })
  }
}
