import { replaceMisleading } from 'rpcloom/codegen'

/** Removes misleading characters. */
export function visible(text: string): string {
  return replaceMisleading(text, () => '', '\t\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes text between tags. */
export function htmlText(text: string): string {
  return visible(text).replace(/[&<>]/g, (mark) => entities[mark] ?? '')
}

/** Escapes the text of an attribute in double quotes. */
export function htmlAttribute(text: string): string {
  return visible(text).replace(/[&<>"]/g, (mark) => entities[mark] ?? '')
}
