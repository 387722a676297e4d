import { replaceMisleading } from 'rpcloom/codegen'

const plain = /^[\t\n -~]*$/

export function visible(text: string): string {
  // Most texts are ASCII, for which this test is much faster.
  return plain.test(text) ? text : replaceMisleading(text, () => '', '\t\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

export function htmlText(text: string): string {
  return visible(text).replace(/[&<>]/g, (mark) => entities[mark] ?? '')
}

export function htmlAttribute(text: string): string {
  return visible(text).replace(/[&<>"]/g, (mark) => entities[mark] ?? '')
}
