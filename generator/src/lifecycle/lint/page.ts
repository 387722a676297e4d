import type { Rule } from './rule.ts'
import { rules } from './table.ts'

/** Returns the text of `rpcloom explain` for a rule, which is valid Markdown. */
export function ruleText(rule: Rule): string {
  const { code, name, severity, title, cause, help, options = {}, failing, passing } = rule
  const defaults = Object.entries(options).map(
    ([option, value]) => `    "${option}": ${JSON.stringify(value)}`,
  )
  return [
    `${code} \`${name}\` (${severity}): ${title}`,
    cause,
    help,
    ...(defaults.length === 0 ? [] : [`Options, with their defaults:\n\n${defaults.join('\n')}`]),
    `Fails:\n\n${indent(failing)}`,
    `Passes:\n\n${indent(passing)}`,
  ].join('\n\n')
}

const intro = `# Lint rules

What \`rpcloom lint\` looks for beside the faults of [diagnostics.md](diagnostics.md). Written by \`npm run diagnostics\`.

A configuration sets rules by name or code, each to \`"off"\`, \`"warn"\` or \`"error"\`, or to a list of that and options; \`ignore\` leaves
a rule out in files or at pointers that match a glob. Rules that are \`off\` are a matter of style, or of how much a document is to say;
\`"preset": "all"\` turns them on, \`"recommended"\` is what holds without one:

    "lint": {
      "preset": "recommended",
      "rules": { "missing-example": "error", "repeated-schema": ["warn", { "times": 4 }] },
      "ignore": [{ "rule": "boolean-position", "file": "openrpc/legacy-*", "pointer": "/methods/**" }]
    }

In a document, \`"x-lint-ignore": ["missing-example"]\` beside an element leaves rules out for it and for what is in it.

\`--format github\` prints annotations for pull requests, \`--format sarif\` a log for code scanning, \`--format json\` the findings as one object,
and \`--format problem-matcher\` one line for each.`

/** Returns the page of all rules, `docs/lint.md`. */
export function lintPage(): string {
  return `${[intro, ...rules.map((rule) => `## ${ruleText(rule)}`)].join('\n\n')}\n`
}

function indent(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
}
