// Measures how long a process holds its event loop: the longest time that its main thread used the CPU between two
// rounds. Time during which another process runs does not count. Loaded with `node --import`; the parent asks for
// the result with a message. Linux only.
import { openSync, readSync } from 'node:fs'

const file = openSync(`/proc/self/task/${process.pid}/schedstat`)
const text = Buffer.alloc(100)

/** Returns the CPU time of the main thread in milliseconds. */
function cpuTime() {
  const length = readSync(file, text, 0, text.length, 0)
  return Number.parseInt(text.toString('latin1', 0, length), 10) / 1e6
}

let last = cpuTime()
let longest = 0

function round() {
  const now = cpuTime()
  longest = Math.max(longest, now - last)
  last = now
}

setInterval(round, 1).unref()
process.on('message', () => {
  process.send({ longest })
  longest = 0
  last = cpuTime()
})
process.channel?.unref()
