/**
 * Characters that are invisible or change the display of text: control characters, lone surrogates, line and
 * paragraph separators, and characters without a glyph, such as bidirectional controls, zero-width
 * characters, fillers and tags. Excludes joiners and variation selectors, which scripts and emoji need.
 */
const misleading =
  /(?![\u200c\u200d]|\p{Variation_Selector})[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Expressions for texts of printable ASCII and the characters in `kept`, by `kept`. */
const plainTexts = new Map<string, RegExp>()

function plainWith(kept: string): RegExp {
  const codes = kept
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const expression = new RegExp(`^[ -~${codes.join('')}]*$`)
  plainTexts.set(kept, expression)
  return expression
}

/** Replaces misleading characters, except those in `kept`. */
export function replaceMisleading(
  text: string,
  replacement: (character: string) => string,
  kept = '',
): string {
  // Most texts are ASCII, for which this test is much faster.
  if ((plainTexts.get(kept) ?? plainWith(kept)).test(text)) return text
  return text.replace(misleading, (character) =>
    kept.includes(character) ? character : replacement(character),
  )
}

/** Returns a text of a document without characters that are invisible, in at most `most` characters. */
export function plainText(text: string, most = 2000): string {
  const plain = replaceMisleading(text.replaceAll('\r\n', '\n'), () => ' ', '\n').trim()
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}

/** Escapes misleading characters in JSON text. */
export function visibleJson(json: string): string {
  return replaceMisleading(json, escapedUnits, '\n')
}

function escapedUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
