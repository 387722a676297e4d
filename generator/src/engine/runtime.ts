import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** The packages that generated packages need at run time. */
export const runtimePackages = ['@rpcloom/rpc', '@rpcloom/schema'] as const

type RuntimePackage = (typeof runtimePackages)[number]

export function runtimeFolder(name: RuntimePackage): string {
  return dirname(require.resolve(`${name}/package.json`))
}

function manifestOf(name: RuntimePackage): object {
  return Object(require(`${name}/package.json`)) as object
}

/** Returns the runtime version for emitted packages: the version that this generator was built with. */
export function runtimeVersion(name: RuntimePackage = '@rpcloom/rpc'): string {
  const version: unknown = Reflect.get(manifestOf(name), 'version')
  if (typeof version === 'string') return version
  throw new Error(`${name} has no version in its package.json.`)
}

/** Returns the text of a source file of the runtime. `path` is relative to the `src` folder of the package. */
export function runtimeSource(name: RuntimePackage, path: string): string {
  return readFileSync(join(runtimeFolder(name), 'src', path), 'utf8')
}

/**
 * Returns the path of the source module of a runtime entry such as `client`. If an entry has variants for
 * platforms, returns the default variant, which uses `fetch` and the global `WebSocket`.
 */
export function runtimeModule(name: RuntimePackage, entry: string): string | undefined {
  const exported: unknown = Reflect.get(
    Object(Reflect.get(manifestOf(name), 'exports')),
    entry === 'index' ? '.' : `./${entry}`,
  )
  const path: unknown =
    typeof exported === 'string' ? exported : Reflect.get(Object(exported), 'default')
  return typeof path === 'string'
    ? path.replace(/^\.\/dist\//, '').replace(/\.js$/, '.ts')
    : undefined
}
