import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Esbuild from 'esbuild'
import { type DerivedOutput, derivedText } from 'rpcloom/codegen'

const require = createRequire(import.meta.url)

/** Path of the Try it script in the published package, created by `bundle` before packing. */
const bundled = fileURLToPath(new URL('../try-it.bundle.js', import.meta.url))
/** Path of the Try it sources, relative to dist/docs/output. */
const sources = fileURLToPath(new URL('../../../docs/try-it', import.meta.url))

let script: string | undefined

/**
 * Returns the Try it form as a single classic script for all pages. The published package contains
 * the script. In this repository, the sources are bundled once per process.
 */
export function tryScript(): DerivedOutput {
  script ??= existsSync(bundled) ? readFileSync(bundled, 'utf8') : bundle()
  return derivedText('site/assets/try-it.js', script)
}

/**
 * Bundles the Try it sources into a classic script, because modules do not load in pages opened
 * from a folder.
 */
export function bundle(): string {
  const { buildSync } = require('esbuild') as typeof Esbuild
  const { outputFiles } = buildSync({
    entryPoints: [join(sources, 'main.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    // Escapes non-ASCII characters, because some servers declare scripts as Latin-1. No strings of
    // documents are part of the script.
    charset: 'ascii',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('esbuild did not bundle Try it')
  return `// Try it: bundled from templates/docs/try-it of rpcloom.\n${file.text}`
}
