// npm run check: the gate without the slow suites.
import { runChecks, runSuites } from './gate.mjs'
import { build, ensureInstalled } from './workspace.mjs'

await ensureInstalled()
await build()
await runChecks()
await runSuites({ slow: false })
