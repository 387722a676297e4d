import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { derivedText, type OutputFile } from 'rpcloom/codegen'
import type { Theme } from '../site/site-options.ts'

const require = createRequire(import.meta.url)
const folder = 'assets/'

/**
 * Returns the style sheet, scripts and icons. A user's file replaces the built-in file of the same
 * name.
 */
export function assetFiles(
  templates: Readonly<Record<string, string>>,
  { accent, accentDark }: Theme,
): readonly OutputFile[] {
  const dark = accentDark ?? `color-mix(in srgb, ${accent}, white 45%)`
  const colors =
    accent === undefined
      ? ''
      : `:root{--accent:light-dark(${accent},${dark});--accent-soft:color-mix(in srgb,var(--accent) 12%,var(--paper))}\n`
  const own = Object.entries(templates).filter(([path]) => path.startsWith(folder))
  return [...own, [`${folder}minisearch.js`, miniSearch()] as const].map(([path, text]) =>
    derivedText(
      `site/${path}`,
      path.endsWith('.css') ? packed(text) + (path === `${folder}style.css` ? colors : '') : text,
    ),
  )
}

/**
 * Minifies a style sheet by removing comments, indentation and line breaks. Strings do not change.
 */
function packed(css: string): string {
  return css
    .replace(/("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')|\/\*[^]*?\*\/\n?/g, '$1')
    .replace(/^[ \t]+/gm, '')
    .replace(/([{;,])\n+/g, '$1')
}

/**
 * Returns the search library as a classic script, without comments but with its licence. The
 * dependency is pinned to an exact version.
 */
function miniSearch(): string {
  search ??= withoutComments()
  return search
}

let search: string | undefined

function withoutComments(): string {
  const main = pathToFileURL(require.resolve('minisearch'))
  const script = readFileSync(new URL('../umd/index.js', main), 'utf8')
  const license = readFileSync(new URL('../../LICENSE.txt', main), 'utf8')
  const code = script
    .replace(/^[ \t]*\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replace(/^[ \t]*\/\/.*\n/gm, '')
    .replace(/^[ \t]+/gm, '')
  return `/*!\nMiniSearch\n${license.trim()}\n*/\n${code}`
}
