/**
 * Characters with which a reader sees another text than a program does: controls, lone surrogates, line and
 * paragraph separators, and what has no glyph, such as bidirectional controls, zero-width characters, fillers
 * and tags. Joiners and variation selectors remain: scripts and emoji are written with them.
 */
const misleading =
  /(?![\u200c\u200d]|\p{Variation_Selector})[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Text in which misleading characters are replaced, all but those in `kept`. */
export function replaceMisleading(
  text: string,
  replacement: (character: string) => string,
  kept = '',
): string {
  return text.replace(misleading, (character) =>
    kept.includes(character) ? character : replacement(character),
  )
}

/** The same JSON with misleading characters as escapes. */
export function visibleJson(json: string): string {
  return replaceMisleading(json, escapedUnits, '\n')
}

function escapedUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
