import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const manifestPath = '@rpcloom/rpc/package.json'

export function runtimeFolder(): string {
  return dirname(require.resolve(manifestPath))
}

/** Returns the runtime version for emitted packages: the version that this generator was built with. */
export function runtimeVersion(): string {
  const manifest: unknown = require(manifestPath)
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version)
  }
  throw new Error('@rpcloom/rpc has no version in its package.json.')
}

/** Returns the text of a source file of the runtime. `path` is relative to the runtime's `src` folder. */
export function runtimeSource(path: string): string {
  return readFileSync(join(runtimeFolder(), 'src', path), 'utf8')
}

/**
 * Returns the path of the source module of a runtime entry such as `client`. If an entry has variants for
 * platforms, returns the default variant, which uses `fetch` and the global `WebSocket`.
 */
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
