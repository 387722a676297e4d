// Runs modules one after another in this process, and prints what each prints as a line of JSON. The chains of the
// node at the module's URL have the same state before each module, if the node is in development mode.
import { format } from 'node:util'
import { createInterface } from 'node:readline'

const lines = createInterface({ input: process.stdin })
for await (const line of lines) {
  const { file, dev } = JSON.parse(line)
  const call = (method, params = []) => (dev === undefined ? undefined : post(dev, method, params))
  const snapshot = await call('evm_snapshot')
  const printed = []
  console.log = (...values) => void printed.push(format(...values))
  try {
    await import(file)
  } catch (error) {
    printed.push(format(error))
  }
  await call('evm_revert', [snapshot])
  process.stdout.write(`${JSON.stringify(printed.join('\n'))}\n`)
}
process.exit()

async function post(url, method, params) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()).result
}
