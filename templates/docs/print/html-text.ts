import { replaceMisleading } from 'rpcloom/codegen'

export function visible(text: string): string {
  return replaceMisleading(text, () => '', '\t\n')
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
