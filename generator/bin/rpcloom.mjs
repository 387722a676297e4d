#!/usr/bin/env node
// Committed as plain JavaScript: npm links a workspace's bin only when the file exists at install.
import('../dist/cli.js').catch((error) => {
  if (error?.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).includes('dist')) {
    console.error('rpcloom is not built yet: run `npm run build` in the repository once.')
    process.exitCode = 2
  } else {
    throw error
  }
})
