// npm run check: runs the checks and the quick suites.
import { install, runChecks, runSuites } from './gate.mjs'
import { build } from './workspace.mjs'

await install()
await build()
await runChecks()
await runSuites({ slow: false })
