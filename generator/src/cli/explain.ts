import { catalogue, type DiagnosticCode } from '../diagnostics.ts'
import { ruleText } from '../lifecycle/lint/page.ts'
import { ruleOf } from '../lifecycle/lint/table.ts'
import type { ExitCode } from './exit-code.ts'
import type { Output } from './output.ts'
import { printable } from './output.ts'

/** Prints the catalogue's entry of a code. */
export function explain(text: string | undefined, output: Output): ExitCode {
  const code = text?.toUpperCase() ?? ''
  const rule = ruleOf(text ?? '')
  if (rule !== undefined) {
    output.line(output.json ? JSON.stringify(rule, undefined, 2) : ruleText(rule))
    return 0
  }
  if (!isCode(code)) {
    output.fault('RL030', `There is no diagnostic ${printable(text ?? '')}.`)
    output.error(`The codes are ${Object.keys(catalogue).sort().join(', ')}.`)
    return 2
  }
  const entry = catalogue[code]
  if (output.json) {
    output.line(JSON.stringify({ code, ...entry }, undefined, 2))
    return 0
  }
  output.line(explanationOf(code))
  return 0
}

/** Returns the text of `rpcloom explain`, which is valid Markdown. */
function explanationOf(code: DiagnosticCode): string {
  const entry = catalogue[code]
  const parts = [`${code} (${entry.severity}): ${entry.title}`, entry.cause, entry.help]
  if (entry.failing !== undefined) parts.push(`Fails:\n\n${indent(entry.failing)}`)
  if (entry.fixed !== undefined) parts.push(`Fixed:\n\n${indent(entry.fixed)}`)
  return parts.join('\n\n')
}

/** Returns the page of all codes, `docs/diagnostics.md`. */
export function diagnosticsPage(): string {
  const codes = Object.keys(catalogue).filter(isCode).sort()
  const intro =
    '# Diagnostics\n\nWhat `rpcloom explain CODE` says of each code. Written by `npm run diagnostics`.'
  return `${[intro, ...codes.map((code) => `## ${explanationOf(code)}`)].join('\n\n')}\n`
}

function isCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(catalogue, text)
}

function indent(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      // Truncates generated examples that would be too long for a page.
      .map((line) => (line.length > 160 ? `    ${line.slice(0, 120)} ...` : `    ${line}`))
      .slice(0, 40)
      .join('\n')
  )
}
