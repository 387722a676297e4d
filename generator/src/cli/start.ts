import { main } from './main.ts'

let isOver = false

// Commands such as `head` close the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  isOver = true
  if (error.code === 'EPIPE') process.exit()
  console.error(`rpcloom: Could not write the output: ${error.code}`)
  process.exit(2)
})

// If a custom target never settles, or ends the process, the exit code must not be 0.
process.on('exit', (code) => {
  if (isOver || code !== 0) return
  console.error(
    'rpcloom: The process exited before the run finished: a target ended it, or awaited a promise that never settles.',
  )
  process.exitCode = 2
})

process.exitCode = await main(process.argv.slice(2))
isOver = true
