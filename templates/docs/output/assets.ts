import { derivedText, type OutputFile } from 'rpcloom/codegen'
import type { Theme } from '../site/site-options.ts'

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
  return own.map(([path, text]) =>
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
