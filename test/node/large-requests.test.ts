import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createServer, groups } from '@native-node/server'
import { expect, test } from 'vitest'
import { measuredMethods } from '../../bench/large-variants.mjs'

const results = readFileSync(
  fileURLToPath(new URL('../../bench/RESULTS.md', import.meta.url)),
  'utf8',
)

test('each method has a row in the table of the largest requests', async () => {
  const section = /^## Largest requests\n([^]*?)(?=^## |$(?![^]))/m.exec(results)?.[1] ?? ''
  const methods = await measuredMethods()
  expect(methods.length).toBeGreaterThan(200)
  const missing = methods
    .map(({ method }) => method.name)
    .filter((name) => !section.includes(`| \`${name}\``))
  expect(missing).toEqual([])
})

/** Returns the least CPU time of several runs in milliseconds: other processes only make it longer. */
async function leastCpu(run: () => unknown): Promise<number> {
  let least = Infinity
  for (let at = 0; at < 5; at++) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

const hex = `0x${'11'.repeat(2_500_000)}`
const base58 = '1'.repeat(5_000_000)

test.each([
  ['cChain', 'eth_getBalance', [hex, 'latest']],
  ['cChain', 'eth_getBalance', ['0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC', hex]],
  ['cChain', 'eth_call', [{ data: hex }, 'latest']],
  ['cChain', 'eth_sendRawTransaction', [hex]],
  ['cChain', 'web3_sha3', [`"\\${hex}`]],
  ['dev', 'dev.setUptime', { nodeID: 'a', uptime: `80.5${'1'.repeat(5_000_000)}` }],
  ['pChain', 'platform.getBlock', { blockID: base58 }],
  ['pChain', 'platform.getValidatorsAt', { height: '1'.repeat(5_000_000) }],
  ['pChain', 'platform.getCurrentValidators', { nodeIDs: [`NodeID-${base58}`] }],
  ['xChain', 'xvm.getUTXOs', { addresses: [`X-local1${'q'.repeat(5_000_000)}`] }],
  ['xChain', 'xvm.issueTx', { tx: hex }],
  ['xChainStatic', 'xvm.buildGenesis', { networkID: 1, genesisData: {}, encoding: base58 }],
  ['keystore', 'keystore.importUser', { username: 'a', password: 'b', user: hex }],
])(
  '%s checks 5 MB in %s in little more time than it takes to read them',
  async (key, method, params) => {
    const answered = Object.fromEntries(groups.map((group) => [group.key, {}]))
    const { handle } = bound(createServer(answered))
    const path = groups.find((group) => group.key === key)?.path ?? ''
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const read = await leastCpu(() => JSON.parse(body.toString('latin1')) as unknown)
    const handled = await leastCpu(() =>
      handle(body.toString('latin1'), { path, transport: 'http' }),
    )
    expect(handled / read).toBeLessThan(10)
  },
)

function bound(server: ReturnType<typeof createServer>): Pick<typeof server, 'handle'> {
  return { handle: (body, scope) => server.handle(body, scope) }
}
