// A worker for tests of the pool. The method of a job says what the worker does.
import { parentPort, threadId } from 'node:worker_threads'

const send = (message) => parentPort.postMessage(message, [])
const found = new Map()
let last = 0

const methods = {
  thread: () => threadId,
  spin() {
    for (;;);
  },
  trace() {
    send({ kind: 'trace', milliseconds: 10 })
    for (;;);
  },
  fill() {
    const all = []
    for (;;) all.push(Array.from({ length: 100_000 }, () => [all.length]))
  },
  crash() {
    process.exit(1)
  },
  wait: () => new Promise(() => {}),
  read: (key) =>
    new Promise((resolve) => {
      found.set(++last, resolve)
      send({ kind: 'get', id: last, key })
    }),
}

parentPort.on('message', async (message) => {
  if (message.kind !== 'job') return found.get(message.id)(message)
  send({ kind: 'started' })
  const { method, params } = message.job
  const value = await methods[method](params)
  send(
    value?.kind === 'unreadable'
      ? { kind: 'error', error: { kind: 'unexpected', message: 'unreadable' } }
      : { kind: 'result', value: value?.value ?? value },
  )
})
