#!/usr/bin/env node
// Committed as plain JavaScript: npm links a workspace's bin only when the file exists at install.
import { setFlagsFromString } from 'node:v8'

// A run is over before most of what V8 optimizes has paid for itself: to optimize later takes a third of the CPU away.
// Later versions of Node, which have a cheaper compiler in between, know no such flag.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=400000')

import('../dist/cli/start.js').catch((error) => {
  if (error?.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).includes('dist')) {
    console.error('rpcloom is not built yet: run `npm run build` in the repository once.')
    process.exitCode = 2
  } else {
    throw error
  }
})
