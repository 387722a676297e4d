import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Esbuild from 'esbuild'
import { type DerivedOutput, derivedText, keyOf } from 'rpcloom/codegen'

const require = createRequire(import.meta.url)
const path = 'site/assets/try-it.js'

/** Path of the script in the published package, where `bundle` builds it before packing. */
const bundled = fileURLToPath(new URL('../try-it.bundle.js', import.meta.url))
/** Path of the sources relative to dist/docs/output. */
const sources = fileURLToPath(new URL('../../../docs/try-it', import.meta.url))

/**
 * Returns the script of Try it: one classic script for all pages of all sites. The published package contains
 * it. In this repository, it is bundled from the sources and therefore never outdated.
 */
export function tryScript(): DerivedOutput {
  if (existsSync(bundled)) return derivedText(path, readFileSync(bundled, 'utf8'))
  key ??= keyOf(inputs())
  return { kind: 'derived', path, key, text: () => (script ??= bundle()) }
}

// Computed once per process: the loaded code does not change.
let key: string | undefined
let script: string | undefined

/** Returns every module that the bundle contains, including those of the runtime. */
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

/** Bundles the sources into a classic script, since modules do not load from a folder. */
export function bundle(): string {
  const { buildSync } = require('esbuild') as typeof Esbuild
  const { outputFiles } = buildSync({
    entryPoints: [join(sources, 'main.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    // Escapes other characters, for servers that declare Latin-1. Text from documents is not part of the
    // script.
    charset: 'ascii',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('esbuild did not bundle Try it')
  return `// Try it: bundled from templates/docs/try-it of rpcloom.\n${file.text}`
}
