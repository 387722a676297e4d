import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const manifestPath = '@rpcloom/rpc/package.json'

/** Returns the folder of the runtime that emitted packages use. */
export function runtimeFolder(): string {
  return dirname(require.resolve(manifestPath))
}

/** Version of the runtime for emitted packages, as when the generator was built. */
export function runtimeVersion(): string {
  const manifest: unknown = require(manifestPath)
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version)
  }
  throw new Error('@rpcloom/rpc has no version in its package.json.')
}

/** Returns the text of a source of the runtime; `path` is relative to its sources. */
export function runtimeSource(path: string): string {
  return readFileSync(join(runtimeFolder(), 'src', path), 'utf8')
}

/** The source of an entry of the runtime, in its form for all platforms: `fetch` and the global `WebSocket`. */
export function runtimeModule(entry: string): string | undefined {
  const manifest: unknown = require(manifestPath)
  const exported: unknown = Reflect.get(
    Object(Reflect.get(Object(manifest), 'exports')),
    entry === 'index' ? '.' : `./${entry}`,
  )
  const path: unknown =
    typeof exported === 'string' ? exported : Reflect.get(Object(exported), 'default')
  return typeof path === 'string'
    ? path.replace(/^\.\/dist\//, '').replace(/\.js$/, '.ts')
    : undefined
}
