// Compares the generated client over fetch with bare fetch in any runtime, alternating between them: `RUNTIME
// client-in-runtime.mjs URL CALLS ROUNDS`. Prints the CPU time per call in microseconds for each round.
import { createClient, http } from '@native-node/client'

const IN_FLIGHT = 64
const [url, calls, rounds] = process.argv.slice(2)
const { origin } = new URL(url)
let id = 0
const headers = { 'content-type': 'application/json' }

async function bare() {
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method: 'info.getNetworkID' })
  const response = await fetch(url, { method: 'POST', headers, body })
  return JSON.parse(await response.text()).result
}

// In Node.js, `http` would use node:http instead of fetch.
const isNode = !process.versions.bun && !process.versions.deno
const options = isNode ? { fetch: (...args) => fetch(...args) } : {}
const client = createClient({ transport: http(origin, options) })
const candidates = { bare, generated: () => client.info.getNetworkID() }

async function cpuOf(call) {
  let left = Number(calls)
  const work = async () => {
    while (left-- > 0) await call()
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: IN_FLIGHT }, work))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / Number(calls)
}

const result = await client.info.getNetworkID()
if (String(result.networkID) !== '12345')
  throw new Error(`The client returned ${JSON.stringify(result)}, expected the network ID 12345`)
const cpu = { bare: [], generated: [] }
// The first two rounds warm up and are not counted. The order alternates between rounds.
for (let round = -2; round < Number(rounds); round++) {
  const names = Object.keys(candidates)
  for (const name of round % 2 === 0 ? names : names.toReversed()) {
    const used = await cpuOf(candidates[name])
    if (round >= 0) cpu[name].push(used)
  }
}
console.log(JSON.stringify(cpu))
process.exit()
