// npm run check: the gate without the slow suites.
import { install, runChecks, runSuites } from './gate.mjs'
import { build } from './workspace.mjs'

await install()
await build()
await runChecks()
await runSuites({ slow: false })
