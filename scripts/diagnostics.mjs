// npm run diagnostics: writes docs/diagnostics.md, the help page of every code, and docs/lint.md, that of every
// lint rule, from the built catalogues.
import { writeFileSync } from 'node:fs'
import { diagnosticsPage } from '../generator/dist/cli/explain.js'
import { lintPage } from '../generator/dist/lifecycle/lint/page.js'

writeFileSync(new URL('../docs/diagnostics.md', import.meta.url), diagnosticsPage())
writeFileSync(new URL('../docs/lint.md', import.meta.url), lintPage())
