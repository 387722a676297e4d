import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { published } from '../../scripts/pack.mjs'
import { publish } from '../../scripts/publish.mjs'
import { tarballs } from './tarballs.ts'
import { tarFiles } from './tar.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const execute = promisify(execFile)
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly publishConfig?: { readonly access?: string }
  readonly license?: string
  readonly sideEffects?: boolean
}

/** Module that TypeScript below 5.0 resolves to. */
const notice = 'needs-typescript-5.0.ts'

/** Packages, their allowed top-level entries, and the maximum size of their tarballs in bytes. */
const packages: readonly (readonly [name: string, top: readonly string[], bytes: number])[] = [
  ['@rpcloom/schema', ['dist', 'src'], 150_000],
  ['@rpcloom/rpc', ['dist', notice, 'src'], 460_000],
  ['@rpcloom/mock', ['dist', 'src'], 250_000],
  ['@rpcloom/conform', ['dist', 'src'], 250_000],
  ['@rpcloom/cli', ['dist', 'src'], 130_000],
  ['@rpcloom/mcp', ['dist', 'src'], 67_000],
  ['@rpcloom/redis', ['dist', 'src'], 46_000],
  [
    'rpcloom',
    ['CHANGELOG.md', 'bin', 'config.schema.json', 'dist', 'docs', 'src', 'templates'],
    2_300_000,
  ],
  ['@native-node/types', ['dist', notice, 'src'], 800_000],
  ['@native-node/client', ['dist', notice, 'src'], 500_000],
  ['@native-node/server', ['dist', notice, 'src'], 800_000],
  ['@native-node/mock', ['bin', 'dist', notice, 'scenario.schema.json', 'src'], 60_000],
  ['@native-node/cli', ['bin', 'dist', notice, 'src'], 40_000],
  ['@native-node/mcp', ['bin', 'dist', notice, 'src'], 10_000],
  ['@native-node/docs', ['index.d.ts', 'index.js', 'listener.js', 'serve.mjs', 'site'], 3_460_000],
  ['@native-node/node', ['bin', 'config.schema.json', 'deploy', 'dist', 'src'], 1_300_000],
]
const always = ['LICENSE', 'README.md', 'package.json']
/** Packages that programs do not import. */
const withoutLlms = ['@native-node/types', '@native-node/cli', '@native-node/mcp']

describe('the packages that npm publishes', () => {
  let packed: ReadonlyMap<string, string> = new Map()
  beforeAll(() => {
    packed = tarballs()
  })

  const pathOf = (name: string): string => packed.get(name) ?? `no tarball of ${name}`
  const filesOf = (name: string): ReadonlyMap<string, Buffer> =>
    tarFiles(gunzipSync(readFileSync(pathOf(name))))

  it('include every package that is not private', () => {
    expect([...packed.keys()].toSorted()).toEqual(packages.map(([name]) => name).toSorted())
    const folders = [
      'generator',
      ...readdirSync(join(root, 'packages')).map((x) => `packages/${x}`),
    ]
    const open = folders.filter((path) => !path.endsWith('.json'))
    expect([...published].toSorted()).toEqual(open.toSorted())
  })

  describe.each(packages)('%s', (name, top, most) => {
    it('contains only the files that it runs and the sources of its maps', () => {
      const files = filesOf(name)
      const tops = new Set([...files.keys()].map((path) => path.split('/')[0] ?? ''))
      const llms = withoutLlms.includes(name) ? [] : ['llms.txt']
      expect([...tops].toSorted()).toEqual([...always, ...llms, ...top].toSorted())
      const strange = [...files.keys()].filter((path) =>
        /\.test\.|\.tsbuildinfo$|node_modules|\.rpcloom\.json$|(^|\/)\.|tsconfig/.test(path),
      )
      expect(strange).toEqual([])
      expect(statSync(pathOf(name)).size).toBeLessThan(most)
    })

    it('contains no path of the machine that packed it', () => {
      const named = [...filesOf(name)].filter(([, content]) => content.includes(root))
      expect(named.map(([path]) => path)).toEqual([])
    })

    it('has source maps whose sources exist', () => {
      const files = filesOf(name)
      const maps = [...files].filter(([path]) => path.endsWith('.map'))
      const lost = maps.flatMap(([path, content]) => {
        const { sources } = JSON.parse(content.toString()) as { sources: readonly string[] }
        return sources
          .map((source) => posix.join(dirname(path), source))
          .filter((source) => !files.has(source))
      })
      expect(lost).toEqual([])
      // The command line and the tool server are single modules.
      const least = /^@native-node\/(cli|mcp)$/.test(name) ? 1 : 10
      if (top.includes('dist')) expect(maps.length).toBeGreaterThan(least)
    })

    it('has a complete manifest', () => {
      const manifest = JSON.parse(filesOf(name).get('package.json')?.toString() ?? '') as Manifest
      expect(manifest).toMatchObject({ license: 'MIT', publishConfig: { access: 'public' } })
      const ranges = Object.values(manifest.dependencies ?? {})
      expect(ranges.filter((range) => !/^\d+\.\d+\.\d+$/.test(range))).toEqual([])
    })

    it('passes publint', async () => {
      const bytes = readFileSync(pathOf(name))
      const tarball = new Uint8Array(bytes).buffer
      const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
      expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([])
    })

    it('has types that every module resolution finds', async () => {
      const data = new Uint8Array(readFileSync(pathOf(name)))
      const analysis = await checkPackage(createPackageFromTarballData(data))
      if (!analysis.types) throw new Error('The package has no types.')
      // The packages are ES modules: `require` and resolution without exports are not supported.
      const isSupported = (problem: Problem): boolean =>
        !('resolutionKind' in problem) || !/^node10$|-cjs$/.test(problem.resolutionKind)
      expect(analysis.problems.filter(isSupported)).toEqual([])
    })
  })

  it('starts a server, for which all files exist', () => {
    const files = new Map(
      ['@rpcloom/schema', '@rpcloom/rpc', '@native-node/types', '@native-node/server'].flatMap(
        (name) =>
          [...filesOf(name)].map(([path, content]) => [`${name}/${path}`, content.toString()]),
      ),
    )
    const loaded = new Set<string>()
    const load = (path: string): void => {
      if (loaded.has(path)) return
      loaded.add(path)
      for (const wanted of importsOf(files.get(path) ?? `no ${path}`)) {
        const isHere = wanted.startsWith('.')
        if (isHere) load(posix.join(posix.dirname(path), wanted))
        else if (wanted.startsWith('@')) load(entryOf(wanted, files))
      }
    }
    load(entryOf('@native-node/server', files))
    load(entryOf('@rpcloom/rpc/node', files))
    expect([...loaded].filter((path) => !files.has(path))).toEqual([])
    expect([...loaded]).toContain('@rpcloom/rpc/dist/errors.js')
  })

  it('can all be published with provenance', async () => {
    // npm reads a tarball three times, so this publishes folders with the manifests and commands, in one process. The
    // other tests check the files, and the long form the tarballs.
    const folders = [...packed.keys()].map((name, index) => [`p${index}`, name] as const)
    const files = folders.flatMap(([folder, name]) =>
      [...filesOf(name)]
        .filter(([path]) => path === 'package.json' || path.startsWith('bin/'))
        .map(([path, content]) => [`${folder}/${path}`, content] as const),
    )
    const workspaces = folders.map(([folder]) => folder)
    const cwd = temporaryFolder({
      'package.json': JSON.stringify({ name: 'all', version: '1.0.0', private: true, workspaces }),
      ...Object.fromEntries(files),
    })
    const url = await registryOf({})
    const args = ['publish', '--workspaces', '--dry-run', '--provenance', '--ignore-scripts']
    const { stdout, stderr } = await execute(npm, [...args, `--registry=${url}`], { cwd })
    const names = [...packed.keys()].filter((name) => !stdout.includes(`+ ${name}@`))
    expect(names).toEqual([])
    expect(stderr).not.toContain('corrected')
  })

  it('are published, except for versions that already exist', async () => {
    const isLong = process.env['RPCLOOM_LONG'] === '1'
    const names = isLong ? [...packed.keys()] : ['rpcloom', '@native-node/cli']
    const some = new Map(names.map((name) => [name, pathOf(name)]))
    const asked: string[] = []
    const there = {
      name: 'rpcloom',
      'dist-tags': { latest: '0.1.0' },
      versions: { '0.1.0': { version: '0.1.0' } },
    }
    vi.stubEnv('npm_config_registry', await registryOf({ rpcloom: there }, asked))
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    try {
      expect(await publish(some, ['--provenance', '--dry-run'])).toEqual(['rpcloom'])
      const lines = printed.mock.calls.join('\n')
      const others = names.filter((name) => name !== 'rpcloom')
      expect(others.filter((name) => !lines.includes(`+ ${name}@`))).toEqual([])
    } finally {
      printed.mockRestore()
      vi.unstubAllEnvs()
    }
    // Nothing was published, and every package was looked up.
    expect(asked.filter((method) => method !== 'GET')).toEqual([])
    expect(asked.length).toBeGreaterThanOrEqual(names.length)
  })
})

/** Opens a registry with packages, and returns its URL. The methods of the requests are added to `asked`. */
async function registryOf(
  there: Readonly<Record<string, object>>,
  asked: string[] = [],
): Promise<string> {
  const registry = createServer(({ method = '', url = '' }, response) => {
    asked.push(method)
    const found = there[url.slice(1)]
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? {}))
  })
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  onTestFinished(() => void registry.close())
  const address = registry.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
}

function importsOf(code: string): readonly string[] {
  const statements = code.matchAll(/^(?:import|export|\})(?:[^'"\n]* from)? ?['"]([^'"]+)['"];?$/gm)
  return [...statements].map(([, path = '']) => path)
}

function entryOf(specifier: string, files: ReadonlyMap<string, string>): string {
  const name = specifier.split('/').slice(0, 2).join('/')
  const { exports } = JSON.parse(files.get(`${name}/package.json`) ?? '') as {
    readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  }
  const entry = exports[`.${specifier.slice(name.length)}`] ?? ''
  return posix.join(name, typeof entry === 'string' ? entry : (entry['default'] ?? ''))
}

describe.each([
  ['client', ['@native-node/types', '@rpcloom/rpc']],
  ['types', ['@rpcloom/rpc']],
  ['rpc', ['@rpcloom/schema', 'ws']],
] as const)('packages/%s', (name, names) => {
  const folder = join(root, 'packages', name)

  it('depends only on the packages it needs, and has no untyped declaration', () => {
    const text = readFileSync(join(folder, 'package.json'), 'utf8')
    const { dependencies = {}, sideEffects } = JSON.parse(text) as Manifest
    expect(Object.keys(dependencies).toSorted()).toEqual(names)
    expect(sideEffects).toBe(false)
    const declarations = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.d.ts'))
      .filter((file) => name !== 'rpc' || /^(client|shape|errors|json-rpc)/.test(file))
    expect(declarations.length).toBeGreaterThan(10)
    const untyped = declarations.filter((file) => {
      const code = readFileSync(join(folder, 'dist', file), 'utf8').replace(
        /\/\*[^]*?\*\/|'[^'\n]*'/g,
        '',
      )
      return /\bany\b/.test(code)
    })
    expect(untyped).toEqual([])
  })
})
