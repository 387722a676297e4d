// npm test: installs dependencies on a fresh clone, builds, and runs every check and every suite.
import { install, runChecks, runSuites } from './gate.mjs'
import { build } from './workspace.mjs'

await install()
await build()
await runChecks()
await runSuites({ slow: true })
