import { main } from './cli/main.ts'

let isOver = false

// A reader such as `head` closes the pipe early: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  isOver = true
  process.exit()
})

// A custom target may wait forever or end the process: that is no success.
process.on('exit', (code) => {
  if (isOver || code !== 0) return
  console.error(
    'rpcloom: The process exited before the run finished: a target ended it, or awaited a promise that never settles.',
  )
  process.exitCode = 2
})

process.exitCode = await main(process.argv.slice(2))
isOver = true
