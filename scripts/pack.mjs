// node scripts/pack.mjs [DIR]: packs each published package into a tarball in DIR (default: .cache/tarballs),
// as `npm publish` does. Packages are first copied to a staging directory, because `rpcloom` includes the
// targets of templates/.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { build, ensureInstalled, root } from './workspace.mjs'

export const published = [
  'packages/schema',
  'packages/rpc',
  'packages/rpc-mock',
  'packages/rpc-conform',
  'packages/rpc-cli',
  'packages/rpc-mcp',
  'packages/redis',
  'generator',
  'packages/types',
  'packages/client',
  'packages/server',
  'packages/mock',
  'packages/cli',
  'packages/mcp',
  'packages/docs',
  'packages/node',
]

export function pack(target, folders = published) {
  const staged = mkdtempSync(join(ensured(join(root, '.cache')), 'pack-'))
  try {
    const stages = folders.map((folder) => stage(folder, join(staged, folder)))
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', ensured(target)]
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const text = execFileSync(npm, [...args, ...stages], {
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const tarballs = Object.values(JSON.parse(text))
    return new Map(tarballs.map(({ name, filename }) => [name, join(target, basename(filename))]))
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

/** Copies a package to the staging directory, with its published manifest. */
function stage(folder, target) {
  copy(join(root, folder), target)
  dropOrphans(target)
  const manifest = readManifest(folder)
  const whole = completed(folder, manifest, target)
  if (folder === 'generator') addGuides(target)
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ ...whole, ...repositoryOf(folder) }, undefined, 2)}\n`,
  )
  // The node reports the commit that it was packed from.
  if (folder === 'packages/node') writeFileSync(join(target, 'dist/commit'), commitOf(root))
  return target
}

/** Completes the files of a staged package, and returns its manifest. */
function completed(folder, manifest, target) {
  if (folder === 'generator') return withTargets(manifest, target)
  return folder === 'packages/rpc-cli' ? withBundle(folder, manifest, target) : manifest
}

/**
 * Replaces the entry of a package by a bundle that includes the packages of `bundled`, because a command takes most of its time
 * to load modules. The other entries import the modules. The mock is not included: few commands need it.
 */
function withBundle(folder, manifest, target) {
  const bundled = ['packages/rpc', 'packages/schema']
  const sources = [manifest, ...bundled.map(readManifest)]
  const inside = new Set(sources.map(({ name }) => name))
  const dependencies = Object.fromEntries(
    sources.flatMap((one) => Object.entries(one.dependencies ?? {})),
  )
  const external = Object.keys(dependencies).filter((name) => !inside.has(name))
  buildSync({
    absWorkingDir: root,
    entryPoints: [join(folder, 'dist/index.js')],
    outdir: join(target, 'dist'),
    external,
    bundle: true,
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'error',
  })
  rmSync(join(target, 'dist/index.js.map'))
  return { ...manifest, dependencies }
}

/**
 * Adds the targets to the package as a folder. Imports of `rpcloom` in the targets then resolve to the package
 * itself.
 */
function withTargets(manifest, target) {
  copy(join(root, 'templates'), join(target, 'templates'))
  dropOrphans(join(target, 'templates'))
  for (const name of ['package.json', 'tsconfig.json', 'docs/try-it/tsconfig.json']) {
    rmSync(join(target, 'templates', name))
  }
  const bundle = join(target, 'templates/dist/docs/try-it.bundle.js')
  execFileSync(process.execPath, [join(root, 'scripts/bundle.mjs'), bundle])
  const own = new Set(['rpcloom', ...Object.keys(manifest.dependencies)])
  const further = Object.entries(readManifest('templates').dependencies).filter(
    ([name]) => !own.has(name),
  )
  // Drop the development dependency on the targets, which are now a folder of the package.
  const { devDependencies: _, ...rest } = manifest
  return {
    ...rest,
    imports: { '#targets': './templates/dist/index.js' },
    dependencies: { ...manifest.dependencies, ...Object.fromEntries(further) },
  }
}

/** Adds the guides to the package, to which its messages, its README and the schema of the configuration refer. */
function addGuides(target) {
  const from = join(root, 'docs')
  for (const path of readdirSync(from, { recursive: true })) {
    if (!/^(projects[/\\])?[\w-]+\.md$/.test(path)) continue
    ensured(dirname(join(target, 'docs', path)))
    cpSync(join(from, path), join(target, 'docs', path))
  }
  cpSync(join(root, 'CHANGELOG.md'), join(target, 'CHANGELOG.md'))
  const readme = join(target, 'README.md')
  writeFileSync(readme, readFileSync(readme, 'utf8').replaceAll('](../docs/', '](docs/'))
}

/** Returns the commit that is checked out; empty without a clone. */
function commitOf(folder) {
  try {
    const args = ['-C', folder, 'rev-parse', 'HEAD']
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

/**
 * Returns the repository for the manifest. npm provenance requires the repository from which the package is
 * built.
 */
function repositoryOf(directory) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  if (server === undefined || name === undefined) return {}
  return { repository: { type: 'git', url: `git+${server}/${name}.git`, directory } }
}

function copy(from, to) {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules' && !path.endsWith('.tsbuildinfo'),
  })
}

/** Deletes compiler output whose source no longer exists according to the source map. */
function dropOrphans(folder) {
  const dist = join(folder, 'dist')
  if (!existsSync(dist)) return
  for (const path of readdirSync(dist, { recursive: true })) {
    const map = join(dist, path)
    if (!map.endsWith('.map')) continue
    const { sources } = JSON.parse(readFileSync(map, 'utf8'))
    if (sources.every((source) => existsSync(join(dirname(map), source)))) continue
    rmSync(map)
    rmSync(map.replace(/\.map$/, ''))
  }
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

function ensured(folder) {
  mkdirSync(folder, { recursive: true })
  return folder
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled()
  await build()
  const target = resolve(process.argv[2] ?? join(root, '.cache/tarballs'))
  for (const [name, path] of pack(target)) console.log(`${name}  ${relative(process.cwd(), path)}`)
}
