// Distributes tasks to child processes, so that a crash does not end the run.
import { fork } from 'node:child_process'

/** Runs tasks in `size` processes in parallel. A task that exceeds the time limit ends only its own process. */
export async function runAll(script, tasks, { size, timeoutMs, onDone = () => undefined }) {
  const results = Array.from({ length: tasks.length })
  let next = 0
  const lane = async () => {
    let child
    for (let index = next++; index < tasks.length; index = next++) {
      child ??= fork(script)
      const { result, dead } = await run(child, tasks[index], timeoutMs)
      if (dead) child = undefined
      results[index] = result
      onDone(tasks[index], result)
    }
    child?.kill()
  }
  await Promise.all(Array.from({ length: size }, lane))
  return results
}

function run(child, task, timeoutMs) {
  return new Promise((resolve) => {
    const finish = (result, dead) => {
      clearTimeout(timer)
      child.removeAllListeners('message')
      child.removeAllListeners('exit')
      resolve({ result, dead })
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      finish({ status: 'timeout', errors: [], seconds: timeoutMs / 1000 }, true)
    }, timeoutMs)
    child.once('message', (result) => finish(result, false))
    child.once('exit', (code, signal) =>
      finish(
        {
          status: 'crash',
          errors: [],
          crash: `The process ended with ${code ?? signal}`,
          seconds: 0,
        },
        true,
      ),
    )
    child.send(task)
  })
}
