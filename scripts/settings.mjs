// Writes the table of settings in the README of the node, and the schema of its configuration file.
import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { configSchema, settingsTable } from '../packages/node/dist/settings/reference.js'

const readme = new URL('../packages/node/README.md', import.meta.url)
const page = readFileSync(readme, 'utf8')
const table = /^\| Flag .*\n(?:\|.*\n)+/m
if (!table.test(page)) throw new Error('packages/node/README.md has no table of settings.')
const text = await format(settingsTable(), { parser: 'markdown' })
writeFileSync(
  readme,
  page.replace(table, () => text),
)

const schema = new URL('../packages/node/config.schema.json', import.meta.url)
writeFileSync(
  schema,
  await format(JSON.stringify(configSchema()), { parser: 'json', printWidth: 100 }),
)
