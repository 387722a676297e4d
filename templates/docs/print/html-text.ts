/** Controls, and marks that turn text around: a reader could be shown what is not there. */
const misleading = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Text without marks that mislead. */
export function visible(text: string): string {
  return text.replace(misleading, '')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Text between tags. */
export function htmlText(text: string): string {
  return visible(text).replace(/[&<>]/g, (mark) => entities[mark] ?? '')
}

/** Text of an attribute in double quotes. */
export function htmlAttribute(text: string): string {
  return visible(text).replace(/[&<>"]/g, (mark) => entities[mark] ?? '')
}
