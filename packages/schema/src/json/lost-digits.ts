/** A number in JSON text that a double cannot represent exactly. */
export interface LostDigits {
  readonly literal: string
  /** The double that is used instead of the number. Infinite beyond 1.8e308. */
  readonly value: number
  readonly offset: number
}

/** Matches numbers with a fraction or exponent, and the tokens needed to detect strings. */
const tokens = /\\.|"|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gis

/**
 * Returns the numbers in valid JSON text that lose digits. Integers without an exponent do not lose
 * any.
 */
export function lostDigits(text: string): readonly LostDigits[] {
  // Doubles represent up to 15 significant digits exactly.
  if (!/\d[\d.]{15}|\de[-+]?\d{3}/i.test(text)) return []
  const found: LostDigits[] = []
  let quoted = false
  for (const { 0: literal, index: offset } of text.matchAll(tokens)) {
    if (literal === '"') quoted = !quoted
    else if (!quoted && literal[0] !== '\\' && /[.e]/i.test(literal) && !isExactNumber(literal))
      found.push({ literal, value: Number(literal), offset })
  }
  return found
}

/** Whether a decimal number keeps its value when it is converted to a double and printed. */
export function isExactNumber(literal: string): boolean {
  const value = Number(literal)
  return Number.isFinite(value) && normal(literal) === normal(String(value))
}

/** Normalizes a decimal number: `1.50`, `15e-1` and `1.5` are equal. */
function normal(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(literal) ?? []
  const all = whole + fraction
  const from = all.search(/[1-9]/)
  if (from < 0) return '0'
  let end = all.length
  while (all[end - 1] === '0') end--
  const scale = Number(exponent) - fraction.length + (all.length - end)
  return `${sign === '-' ? '-' : ''}${all.slice(from, end)}e${scale}`
}
