// What published servers start from, in few files: where nobody bundles, each file costs half a millisecond.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { buildSync } from 'esbuild'

const shape = {
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'es2022',
  packages: 'external',
  // That of a staged package leads out of it.
  tsconfigRaw: {},
}

/**
 * Puts the modules behind the entries of a staged package together. A module that several entries need goes
 * into a file that they share, so that each is loaded once; what the entries `apart` need stays as it is,
 * since programs that bundle them leave out what they do not use.
 */
export function bundleEntries(folder, apart = []) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const filesOf = (isMeant) => entryFiles(exports, isMeant).map((file) => resolve(folder, file))
  const kept = reachedFrom(filesOf((name) => apart.includes(name)))
  const entryPoints = filesOf((name) => !apart.includes(name)).filter(
    (file) => !kept.includes(file),
  )
  const dist = join(folder, 'dist')
  const { metafile } = buildSync({
    ...shape,
    entryPoints,
    outdir: dist,
    outbase: dist,
    chunkNames: 'shared/[name]-[hash]',
    external: kept,
    allowOverwrite: true,
    metafile: true,
    sourcemap: true,
    sourcesContent: false,
  })
  const written = Object.keys(metafile.outputs).map((file) => resolve(file))
  for (const file of written) if (file.endsWith('.js')) leadOut(file, { dist, kept })
  dropUnused(dist, new Set([...kept, ...written]))
}

/** The builder writes what was kept as seen from `dist`, whatever folder below it a file came to. */
function leadOut(file, { dist, kept }) {
  const names = new Map(
    kept.map((path) => {
      const name = (from) => posix.join('.', relative(from, path).split(sep).join('/'))
      const led = name(dirname(file))
      return [`./${name(dist)}`, led.startsWith('.') ? led : `./${led}`]
    }),
  )
  const text = readFileSync(file, 'utf8')
  const led = text.replace(/^(.* from )"([^"]+)";$/gm, (line, head, path) => {
    const name = names.get(path)
    return name === undefined ? line : `${head}"${name}";`
  })
  writeFileSync(file, led)
}

function entryFiles(exports, isMeant) {
  const targets = Object.entries(exports).flatMap(([name, target]) =>
    isMeant(name) ? (JSON.stringify(target).match(/\.\/dist\/[^"]*\.js/g) ?? []) : [],
  )
  return [...new Set(targets)]
}

/** Modules of the package that some files lead to, themselves included. */
function reachedFrom(entryPoints) {
  if (entryPoints.length === 0) return []
  const { metafile } = buildSync({
    ...shape,
    entryPoints,
    outdir: 'nowhere',
    metafile: true,
    write: false,
  })
  return Object.keys(metafile.inputs).map((file) => resolve(file))
}

/** Modules that are part of others now, with their maps; their types stay. */
function dropUnused(dist, used) {
  for (const path of readdirSync(dist, { recursive: true })) {
    const file = join(dist, path)
    if (!file.endsWith('.js') || used.has(file)) continue
    rmSync(file)
    rmSync(`${file}.map`, { force: true })
  }
}
