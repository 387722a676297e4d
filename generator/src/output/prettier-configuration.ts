import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { hashOf, withoutReturns } from '../json/hash.ts'
import { isObject } from '../json/members.ts'
import { parsedJson } from '../json/parsed-json.ts'
import { filesBelow, modulesOf, readIfThere } from './files.ts'

/** The configuration of prettier in a project. */
export interface PrettierConfiguration {
  readonly path: string
  /** The options, unless only prettier can read them: they depend on the file, or are not JSON. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Hash of the configuration with the modules, shared configurations and plugins that it names. */
  readonly hash: string
}

const scriptEndings = ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts']

/** Files in the project root that can configure prettier, in prettier's order of precedence. */
const names: readonly string[] = [
  'package.json',
  'package.yaml',
  '.prettierrc',
  ...['json', 'yaml', 'yml', 'json5', ...scriptEndings].map((ending) => `.prettierrc.${ending}`),
  ...scriptEndings.map((ending) => `prettier.config.${ending}`),
  '.prettierrc.toml',
]

/** Reads the first configuration. Other formats than JSON are left to prettier, which is slow to load. */
export function prettierConfiguration(root: string): PrettierConfiguration | undefined {
  const found = findConfiguration(root)
  if (found === undefined) return undefined
  const { path, text, options } = found
  const contents = [text, ...namedFiles(path, text).values()]
  const hash = hashOf(contents.map((one) => withoutReturns(one.toString())).join('\n'))
  const isPlain = options !== undefined && !('overrides' in options)
  return { path, hash, ...(isPlain && { options }) }
}

/** Returns the paths of all files that configure prettier or would if they existed. */
export function prettierFiles(root: string): readonly string[] {
  const found = findConfiguration(root)
  const named = found === undefined ? [] : [...namedFiles(found.path, found.text).keys()]
  return [...names.map((name) => join(root, name)), ...named]
}

interface Found {
  readonly path: string
  readonly text: string
  /** The options, if they are JSON. */
  readonly options?: Readonly<Record<string, unknown>>
}

function findConfiguration(root: string): Found | undefined {
  for (const name of names) {
    const path = join(root, name)
    const text = readIfThere(path)?.toString('utf8')
    if (text === undefined) continue
    const json = parsedJson(text)
    if (name.startsWith('package.')) {
      const own = isObject(json) ? json['prettier'] : /^prettier:/m.test(text) && text
      if (own) return { path, text: JSON.stringify(own) }
    } else {
      const isJson = isObject(json) && /rc(\.json)?$/.test(name)
      return { path, text, ...(isJson && { options: json }) }
    }
  }
  return undefined
}

/**
 * Returns the files of the modules and packages that a configuration names in a string, by path: a shared
 * configuration, plugins, and imports of a script.
 */
function namedFiles(path: string, text: string): ReadonlyMap<string, Uint8Array> {
  const quoted = [...text.matchAll(/(["'])([^"'\n]+)\1/g)].map(([, , name = '']) => name)
  const files = new Map<string, Uint8Array>()
  for (const name of new Set([text.trim(), ...quoted])) {
    for (const file of filesOf(path, name)) {
      const bytes = readIfThere(file)
      if (bytes !== undefined) files.set(file, bytes)
    }
  }
  return files
}

/** Returns the files of a module or package; none if the name is neither. */
function filesOf(configuration: string, name: string): readonly string[] {
  if (/^\.{1,2}\//.test(name)) {
    const entry = join(dirname(configuration), name)
    return [...modulesOf(entry).keys()].map((module) => join(dirname(entry), module))
  }
  const [packageName] = /^(?:@[\w.-]+\/)?[\w.-]+(?=\/|$)/.exec(name) ?? []
  if (packageName === undefined) return []
  const folders = createRequire(configuration).resolve.paths(packageName) ?? []
  const manifest = folders
    .map((folder) => join(folder, packageName, 'package.json'))
    .find((path) => existsSync(path))
  if (manifest === undefined) return []
  // The version identifies the code of an installed package. A package of the workspace is a link.
  const folder = dirname(realpathSync(manifest))
  if (/[\\/]node_modules[\\/]/.test(folder)) return [manifest]
  return filesBelow(folder, /\.(json|[cm]?[jt]s)$/).map((path) => join(folder, path))
}
