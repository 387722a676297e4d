#!/usr/bin/env node
// Committed as plain JavaScript: npm links a workspace's bin only when the file exists at install.
import { setFlagsFromString } from 'node:v8'

// A run is over before most of what V8 optimizes has paid for itself: to optimize later takes a third of the CPU away.
// Later versions of Node, which have a cheaper compiler in between, know no such flag.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=400000')

// Older versions fail to load the modules, with an error that says nothing about the version.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major > 20 || (major === 20 && minor >= 19)) start()
else fail(`rpcloom requires Node.js 20.19 or newer; this is ${process.versions.node}.`)

function fail(message) {
  console.error(message)
  process.exitCode = 2
}

function start() {
  import('../dist/cli/start.js').catch((error) => {
    if (error?.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).includes('dist'))
      fail('rpcloom is not built yet: run `npm run build` in the repository once.')
    else throw error
  })
}
