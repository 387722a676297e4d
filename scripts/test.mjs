// npm test: installs dependencies on a fresh clone, builds, and runs every check and every suite.
import { runChecks, runSuites } from './gate.mjs'
import { build, ensureInstalled } from './workspace.mjs'

await ensureInstalled()
await build()
await runChecks()
await runSuites({ slow: true })
