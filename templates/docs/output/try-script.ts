import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Esbuild from 'esbuild'
import { type DerivedOutput, derivedText, keyOf } from 'rpcloom/emit'

const require = createRequire(import.meta.url)
const path = 'site/assets/try-it.js'

/** In the published package: made by `bundle` when it is packed. */
const bundled = fileURLToPath(new URL('../try-it.bundle.js', import.meta.url))
/** From dist/docs/output: the sources. */
const sources = fileURLToPath(new URL('../../../docs/try-it', import.meta.url))

/**
 * The script of Try it, one classic script for all pages of all sites. Where this package is installed it
 * is there already; where it is developed it is made of the sources as they are, so that it is never stale.
 */
export function tryScript(): DerivedOutput {
  if (existsSync(bundled)) return derivedText(path, readFileSync(bundled, 'utf8'))
  // The runs of one process are runs of the code that it loaded first.
  key ??= keyOf(inputs())
  return { kind: 'derived', path, key, text: bundle }
}

let key: string | undefined

/** Everything that the script is made of: its own modules and those of the runtime. */
function inputs(): readonly string[] {
  const runtime = dirname(require.resolve('@rpcloom/rpc/package.json'))
  const { version } = require('esbuild/package.json') as { readonly version: string }
  const texts = [textsBelow(sources, '.ts'), textsBelow(join(runtime, 'dist'), '.js')]
  return [version, ...texts.flat()]
}

function textsBelow(folder: string, extension: string): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths
    .filter((name) => name.endsWith(extension) && !name.endsWith('.d.ts'))
    .sort()
    .flatMap((name) => [name, readFileSync(join(folder, name), 'utf8')])
}

/** Bundles the sources: a classic script, since modules do not load from a folder. */
export function bundle(): string {
  const { buildSync } = require('esbuild') as typeof Esbuild
  const { outputFiles } = buildSync({
    entryPoints: [join(sources, 'main.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    // A comment or a string of a document never gets here; this is for whoever reads the file as Latin-1.
    charset: 'ascii',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('esbuild made no bundle of Try it')
  return `// Try it: made of templates/docs/try-it of rpcloom.\n${file.text}`
}
