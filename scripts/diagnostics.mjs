// npm run diagnostics: writes docs/diagnostics.md, the help page of every code, from the built catalogue.
import { writeFileSync } from 'node:fs'
import { diagnosticsPage } from '../generator/dist/cli/explain.js'

writeFileSync(new URL('../docs/diagnostics.md', import.meta.url), diagnosticsPage())
