import { build, ensureInstalled } from './workspace.mjs'

await ensureInstalled()
await build()
