import { catalogue, type DiagnosticCode } from '../diagnostics.ts'
import type { ExitCode } from './main.ts'
import type { Output } from './output.ts'
import { printable } from './output.ts'

/** Shows the catalogue's entry of a code. */
export function explain(text: string | undefined, output: Output): ExitCode {
  const code = text?.toUpperCase() ?? ''
  if (!isCode(code)) {
    output.error(`rpcloom: There is no diagnostic ${printable(text ?? '')}.`)
    output.error(`The codes are ${Object.keys(catalogue).sort().join(', ')}.`)
    return 2
  }
  const entry = catalogue[code]
  if (output.json) {
    output.line(JSON.stringify({ code, ...entry }, undefined, 2))
    return 0
  }
  const parts = [`${code} (${entry.severity}): ${entry.title}`, entry.cause, entry.help]
  if (entry.failing !== undefined) parts.push(`Fails:\n\n${indent(entry.failing)}`)
  if (entry.mended !== undefined) parts.push(`Mended:\n\n${indent(entry.mended)}`)
  output.line(parts.join('\n\n'))
  return 0
}

function isCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(catalogue, text)
}

function indent(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
}
