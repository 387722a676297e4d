// npm run diagnostics: writes docs/diagnostics*.md, docs/lint.md, docs/commands.md, docs/configuration.md and the table of
// findings in docs/conform.md from the built catalogs of diagnostics, lint rules, commands and findings, and from the
// JSON Schema of the configuration.
import { readFileSync, writeFileSync } from 'node:fs'
import { diagnosticsPages } from '../generator/dist/cli/explain.js'
import { lintPage } from '../generator/dist/lint/page.js'
import { commandsPage, configurationPage } from './reference-pages.mjs'
import { findingMeanings } from '../packages/rpc-conform/dist/finding-meanings.js'

for (const [file, text] of Object.entries(diagnosticsPages()))
  writeFileSync(new URL(`../docs/${file}`, import.meta.url), text)
writeFileSync(new URL('../docs/lint.md', import.meta.url), lintPage())
writeFileSync(new URL('../docs/commands.md', import.meta.url), await commandsPage())
writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage())

const conform = new URL('../docs/conform.md', import.meta.url)
const page = readFileSync(conform, 'utf8')
const table = /^\| code .*\n(?:\|.*\n)+/m
if (!table.test(page)) throw new Error('docs/conform.md has no table of findings.')
writeFileSync(
  conform,
  page.replace(table, () => findingsTable()),
)

/** Formats the table of findings with aligned columns, like prettier. */
function findingsTable() {
  const rows = Object.entries(findingMeanings).map(([code, meaning]) => [`\`${code}\``, meaning])
  const all = [['code', 'meaning'], ...rows]
  const widths = [0, 1].map((column) => Math.max(...all.map((row) => row[column].length)))
  const line = (cells, fill) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column], fill)).join(' | ')} |\n`
  return [line(all[0], ' '), line(['', ''], '-'), ...rows.map((row) => line(row, ' '))].join('')
}
