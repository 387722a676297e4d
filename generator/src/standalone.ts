import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'
import type { ts } from 'ts-morph'
import type { Emitted } from './emit/plan.ts'
import { runtimeVersion } from './stamp.ts'

/** A package whose modules are copied next to the client. */
interface Copied {
  readonly name: string
  /** Folder of its modules in the output. */
  readonly folder: string
  /** Returns the source module of an entry, such as `./client`; undefined if there is no such entry. */
  readonly moduleOf: (entry: string) => string | undefined
}

/** The printed files of the client and types packages. */
export interface StandaloneParts {
  readonly client: readonly Emitted[]
  readonly types: readonly Emitted[]
  /** Name of the types package. */
  readonly typesName: string
}

/**
 * Returns the client as modules of an existing package: its sources, those of the types package and the part of
 * the runtime that they import, with relative imports. Imports end in `.js`, which every module resolution of
 * TypeScript 5 resolves to the source.
 */
export async function standaloneFiles(parts: StandaloneParts): Promise<readonly Emitted[]> {
  const typescript = (await import('ts-morph')).ts
  const packages: readonly Copied[] = [
    { name: parts.typesName, folder: 'types', moduleOf: (entry) => `${entry}.ts` },
    { name: '@rpcloom/rpc', folder: 'rpc', moduleOf: runtimeModule },
  ]
  const files = new Map(
    [...modulesOf(parts.client, ''), ...modulesOf(parts.types, 'types/')].map((file) => [
      file.path,
      file,
    ]),
  )
  const roots = modulesOf(parts.client, '').map(({ path }) => path)
  const found = new Map<string, Emitted>()
  const open = [...roots]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    const file = files.get(path) ?? runtimeFile(path)
    const rewrite = (text: string): string =>
      rewriteImports(typescript, text, (specifier) => {
        const target = targetOf(specifier, file.path, packages)
        if (target === undefined) return specifier
        open.push(target)
        const to = posix.relative(posix.dirname(file.path), target).replace(/\.ts$/, '.js')
        return to.startsWith('.') ? to : `./${to}`
      })
    // The parts are the text: each import is in one of them.
    const text = rewrite(file.text)
    found.set(path, { ...file, text, ...(file.parts && { parts: file.parts.map(rewrite) }) })
  }
  const license = readFileSync(join(runtimeFolder(), 'LICENSE'), 'utf8')
  return [
    ...[...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    { path: 'rpc/LICENSE', text: license },
  ]
}

/** The modules of an emitted package, moved from `src/`. */
function modulesOf(files: readonly Emitted[], folder: string): readonly Emitted[] {
  return files
    .filter(({ path }) => /^src\/.*\.ts$/.test(path))
    .map((file) => ({ ...file, path: folder + file.path.slice('src/'.length) }))
}

/** Returns the output path of an imported module; undefined for packages that are not copied. */
function targetOf(
  specifier: string,
  from: string,
  packages: readonly Copied[],
): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const copied = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
  if (copied === undefined) return undefined
  const module = copied.moduleOf(specifier.slice(copied.name.length + 1) || 'index')
  if (module === undefined) throw new Error(`${specifier} is no entry of its package.`)
  return `${copied.folder}/${module}`
}

function rewriteImports(
  { preProcessFile }: typeof ts,
  text: string,
  replace: (specifier: string) => string,
): string {
  let rewritten = text
  for (const { fileName, pos } of preProcessFile(text, true, true).importedFiles.toReversed()) {
    // `pos` is that of the opening quote.
    const end = pos + 1 + fileName.length
    rewritten = rewritten.slice(0, pos + 1) + replace(fileName) + rewritten.slice(end)
  }
  return rewritten
}

const runtimeManifest = '@rpcloom/rpc/package.json'

function runtimeFolder(): string {
  return dirname(createRequire(import.meta.url).resolve(runtimeManifest))
}

/** The source of an entry of the runtime, in its form for all platforms: `fetch` and the global `WebSocket`. */
function runtimeModule(entry: string): string | undefined {
  const manifest: unknown = createRequire(import.meta.url)(runtimeManifest)
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

function runtimeFile(path: string): Emitted {
  const source = readFileSync(join(runtimeFolder(), 'src', path.slice('rpc/'.length)), 'utf8')
  const banner = `// @generated by rpcloom: a copy of @rpcloom/rpc ${runtimeVersion()} (MIT, see LICENSE). Do not edit.`
  return { path, text: `${banner}\n\n${source}` }
}
