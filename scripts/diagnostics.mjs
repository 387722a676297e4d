// npm run diagnostics: writes docs/diagnostics.md and docs/lint.md from the built catalogs of diagnostics and
// lint rules.
import { writeFileSync } from 'node:fs'
import { diagnosticsPage } from '../generator/dist/cli/explain.js'
import { lintPage } from '../generator/dist/lifecycle/lint/page.js'

writeFileSync(new URL('../docs/diagnostics.md', import.meta.url), diagnosticsPage())
writeFileSync(new URL('../docs/lint.md', import.meta.url), lintPage())
