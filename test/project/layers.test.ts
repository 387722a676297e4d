import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Every folder of `templates` is a target, and no target may import another. */
const targetNames = readdirSync(join(root, 'templates'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name))
  .map(({ name }) => name)

const furtherImports: Readonly<Record<string, readonly string[]>> = {
  mock: ['rpc-mock'],
  docs: ['rpc-mock', 'rpc-conform'],
}

interface Layer {
  readonly name: string
  readonly in: string
  readonly may: readonly string[]
}

const data = ['rpc', 'server', 'codec', 'crypto', 'store', 'network']

/** The folders of the node, in order: a folder imports only folders before it. */
const nodeFolders: Readonly<Record<string, readonly string[]>> = {
  codec: [],
  crypto: ['codec'],
  scheduling: ['rpc'],
  store: ['rpc', 'scheduling'],
  network: ['rpc', 'codec', 'crypto', 'store'],
  log: [],
  profile: ['store'],
  dialect: ['rpc'],
  keystore: ['server', 'codec', 'crypto', 'store', 'scheduling'],
  settings: ['rpc', 'server', 'log', 'keystore'],
  chain: [...data, 'redis', 'log', 'keystore', 'settings', 'scheduling'],
  'x-chain': [...data, 'keystore', 'chain'],
  'p-chain': [...data, 'chain'],
  'c-chain': [...data, 'redis', 'log', 'profile', 'keystore', 'settings', 'chain', 'scheduling'],
  ethereum: ['codec', 'crypto', 'settings', 'chain', 'c-chain'],
  health: ['codec', 'store', 'network', 'log', 'settings', 'chain'],
  metrics: ['rpc', 'redis', 'store', 'chain', 'health'],
  replica: ['rpc', 'redis', 'server', 'scheduling', 'store', 'chain'],
  dev: [...data, 'scheduling', 'chain', 'p-chain', 'c-chain'],
  api: [
    'server',
    'codec',
    'scheduling',
    'store',
    'network',
    'log',
    'profile',
    'keystore',
    'chain',
    'p-chain',
    'health',
    'dev',
  ],
}

/** The layers of the node: its folders, and the files beside them. */
const nodeLayers: readonly Layer[] = [
  ...Object.entries(nodeFolders).map(([name, may]) => ({
    name,
    in: `packages/node/src/${name}`,
    may,
  })),
  {
    name: 'node',
    in: 'packages/node/src',
    may: ['rpc', 'redis', 'server', 'docs', ...Object.keys(nodeFolders)],
  },
]

/** The layers, and the imports that each may have. A layer may always import itself. */
const layers: readonly Layer[] = [
  { name: 'schema', in: 'packages/schema/src', may: [] },
  { name: 'rpc', in: 'packages/rpc/src', may: ['schema'] },
  { name: 'rpc-mock', in: 'packages/rpc-mock/src', may: ['schema', 'rpc'] },
  {
    name: 'rpc-conform',
    in: 'packages/rpc-conform/src',
    may: ['schema', 'rpc', 'rpc-mock'],
  },
  { name: 'rpc-cli', in: 'packages/rpc-cli/src', may: ['schema', 'rpc', 'rpc-mock'] },
  { name: 'rpc-mcp', in: 'packages/rpc-mcp/src', may: ['schema', 'rpc', 'rpc-mock', 'rpc-cli'] },
  { name: 'redis', in: 'packages/redis/src', may: ['rpc'] },
  { name: 'json', in: 'generator/src/json', may: ['schema', 'rpc'] },
  { name: 'diagnostics', in: 'generator/src/diagnostics', may: ['json', 'schema', 'rpc'] },
  { name: 'openrpc', in: 'generator/src/openrpc', may: ['json', 'schema', 'rpc'] },
  {
    name: 'load',
    in: 'generator/src/load',
    may: ['json', 'openrpc', 'diagnostics', 'schema', 'rpc'],
  },
  {
    name: 'model',
    in: 'generator/src/model',
    may: ['json', 'openrpc', 'diagnostics', 'schema', 'rpc', 'rpc-conform'],
  },
  {
    name: 'codegen',
    in: 'generator/src/codegen',
    may: ['json', 'openrpc', 'model', 'schema', 'rpc'],
  },
  {
    name: 'output',
    in: 'generator/src/output',
    may: ['json', 'diagnostics', 'codegen', 'schema', 'rpc'],
  },
  {
    name: 'engine',
    in: 'generator/src/engine',
    may: ['json', 'diagnostics', 'load', 'model', 'codegen', 'output', 'schema', 'rpc'],
  },
  { name: 'diff', in: 'generator/src/diff', may: ['json', 'openrpc', 'model', 'schema', 'rpc'] },
  {
    name: 'lint',
    in: 'generator/src/lint',
    may: ['json', 'openrpc', 'diagnostics', 'engine', 'schema', 'rpc', 'rpc-conform'],
  },
  {
    name: 'release',
    in: 'generator/src/release',
    may: ['json', 'diagnostics', 'load', 'model', 'output', 'engine', 'diff'],
  },
  {
    name: 'scaffold',
    in: 'generator/src/scaffold',
    may: ['json', 'diagnostics', 'load', 'model', 'codegen', 'output', 'engine'],
  },
  {
    name: 'init',
    in: 'generator/src/init',
    may: ['json', 'diagnostics', 'load', 'model', 'codegen', 'output', 'engine'],
  },
  {
    name: 'conform',
    in: 'generator/src/conform',
    may: ['json', 'diagnostics', 'codegen', 'schema', 'rpc', 'rpc-conform'],
  },
  {
    name: 'export',
    in: 'generator/src/export',
    may: ['json', 'openrpc', 'model', 'codegen', 'schema', 'rpc', 'rpc-mock'],
  },
  {
    name: 'cli',
    in: 'generator/src/cli',
    may: [
      'json',
      'diagnostics',
      'load',
      'model',
      'codegen',
      'output',
      'engine',
      'diff',
      'lint',
      'release',
      'scaffold',
      'init',
      'conform',
      'export',
      'templates',
      'schema',
      'rpc',
      'rpc-mock',
      'rpc-conform',
      'rpc-cli',
      'rpc-mcp',
    ],
  },
  { name: 'entries', in: 'generator/src', may: ['json', 'openrpc', 'model', 'codegen', 'engine'] },
  ...targetNames.map((name) => ({
    name: `${name}-target`,
    in: `templates/${name}`,
    may: ['codegen', 'model', 'schema', 'rpc', ...(furtherImports[name] ?? [])],
  })),
  {
    name: 'templates',
    in: 'templates/index.ts',
    may: ['codegen', ...targetNames.map((name) => `${name}-target`)],
  },
  { name: 'types', in: 'packages/types/src', may: ['rpc'] },
  { name: 'client', in: 'packages/client/src', may: ['rpc', 'types'] },
  { name: 'server', in: 'packages/server/src', may: ['rpc', 'types'] },
  { name: 'mock', in: 'packages/mock/src', may: ['rpc', 'rpc-mock', 'types', 'server'] },
  { name: 'cli-package', in: 'packages/cli/src', may: ['rpc-cli', 'types'] },
  { name: 'mcp-package', in: 'packages/mcp/src', may: ['rpc-mcp', 'types'] },
  ...nodeLayers,
]

/** The layer of each workspace package, by the longest prefix of its name. */
const packages: readonly (readonly [string, string])[] = [
  ['@rpcloom/schema', 'schema'],
  ['@rpcloom/rpc', 'rpc'],
  ['@rpcloom/mock', 'rpc-mock'],
  ['@rpcloom/conform', 'rpc-conform'],
  ['@rpcloom/cli', 'rpc-cli'],
  ['@rpcloom/mcp', 'rpc-mcp'],
  ['@rpcloom/redis', 'redis'],
  ['@rpcloom/templates', 'templates'],
  ['rpcloom/load', 'load'],
  ['rpcloom/model', 'model'],
  ['rpcloom/codegen', 'codegen'],
  ['rpcloom/diagnostics', 'diagnostics'],
  ['rpcloom/run', 'engine'],
  ['rpcloom/targets', 'entries'],
  ['@native-node/types', 'types'],
  ['@native-node/client', 'client'],
  ['@native-node/server', 'server'],
  ['@native-node/mock', 'mock'],
  ['@native-node/docs', 'docs'],
  ['@native-node/node', 'node'],
]

function sources(folder: string): string[] {
  if (!existsSync(folder)) return []
  if (statSync(folder).isFile()) return [folder]
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules') return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return entry.name.endsWith('.ts') ? [path] : []
  })
}

function layerOf(path: string): string | undefined {
  const name = relative(root, path).split(sep).join('/')
  const holders = layers.filter((layer) => name === layer.in || name.startsWith(`${layer.in}/`))
  return holders.sort((a, b) => b.in.length - a.in.length)[0]?.name
}

function importedLayer(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return layerOf(resolve(dirname(from), specifier))
  return packages.find(([name]) => specifier === name || specifier.startsWith(`${name}/`))?.[1]
}

/** Returns the files of a folder that import each other in a cycle, or import files of a cycle. */
function cyclesIn(folder: string): readonly string[] {
  const open = new Map(
    sources(join(root, folder)).map((path) => [
      path,
      [...readFileSync(path, 'utf8').matchAll(specifiers)]
        .map((match) => match[1] ?? match[2] ?? '')
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => resolve(dirname(path), specifier)),
    ]),
  )
  for (let size = -1; size !== open.size;) {
    size = open.size
    for (const [path, imports] of open) if (!imports.some((one) => open.has(one))) open.delete(path)
  }
  return [...open.keys()].map((path) => relative(root, path))
}

const specifiers =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

describe('imports follow the order of the layers', () => {
  test.each(layers.map((layer) => [layer.in, layer] as const))('%s', (_, layer) => {
    const wrong = sources(join(root, layer.in))
      .filter((path) => layerOf(path) === layer.name)
      .flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(specifiers)].flatMap((match) => {
          const specifier = match[1] ?? match[2] ?? ''
          const target = importedLayer(path, specifier)
          const allowed =
            target === undefined || target === layer.name || layer.may.includes(target)
          return allowed ? [] : [`${relative(root, path)} imports ${specifier} (${target})`]
        }),
      )
    expect(wrong).toEqual([])
  })

  test('the table covers every source folder', () => {
    const folders = [
      'generator/src',
      'templates',
      'packages/schema/src',
      'packages/rpc/src',
      'packages/rpc-mock/src',
      'packages/rpc-conform/src',
      'packages/rpc-cli/src',
      'packages/rpc-mcp/src',
      'packages/redis/src',
      'packages/node/src',
    ]
    const uncovered = folders
      .flatMap((folder) => sources(join(root, folder)))
      .filter((path) => layerOf(path) === undefined)
    expect(uncovered.map((path) => relative(root, path))).toEqual([])
  })

  test.each([
    'generator/src',
    'templates',
    'packages/schema/src',
    'packages/rpc/src',
    'packages/rpc-mock/src',
    'packages/rpc-conform/src',
    'packages/rpc-cli/src',
    'packages/rpc-mcp/src',
    'packages/redis/src',
    'packages/node/src',
  ])('%s has no cycle of imports, those of types included', (folder) => {
    expect(sources(join(root, folder)).length).toBeGreaterThan(10)
    expect(cyclesIn(folder)).toEqual([])
  })

  const names = Object.keys(nodeFolders)

  test.each(names.map((name, at) => [name, at] as const))(
    '%s imports only folders before it',
    (name, at) => {
      const later = names.slice(at)
      expect(nodeFolders[name]?.filter((other) => later.includes(other))).toEqual([])
    },
  )

  test('ARCHITECTURE.md lists every folder of the node', () => {
    const cells =
      readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').match(/`packages\/node\/src\/[^`]*`/g) ??
      []
    const listed = cells.flatMap((cell) => cell.match(/(?<=[/{,])[a-z-]+(?=[,}`])/g) ?? [])
    expect(listed.sort()).toEqual(names.toSorted())
  })
})
