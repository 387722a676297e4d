// npm run generate: builds the generator if needed and passes the arguments to `rpcloom generate`.
import { ensureInstalled, rpcloom, run, step, tsc } from './workspace.mjs'

await ensureInstalled()
await step('Building the generator', process.execPath, [tsc, '-b', 'generator/tsconfig.cli.json'])
process.exitCode = await run(process.execPath, [rpcloom, 'generate', ...process.argv.slice(2)])
