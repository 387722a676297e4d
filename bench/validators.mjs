// Measures the P-Chain of a node with many validators, delegators and past validator sets, over HTTP: all
// current validators, one validator with its delegators, and validator sets at random heights. `node
// bench/validators.mjs`, after a build. Env: VALIDATORS (2000), DELEGATORS (50000), HEIGHTS (100000), CALLS
// (200).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { openNodeStore } from './node-store.mjs'
import { nodeModules } from './node-modules.mjs'

const count = (name, fallback) => Number(process.env[name] ?? fallback)
const [validatorCount, delegatorCount] = [count('VALIDATORS', 2000), count('DELEGATORS', 50_000)]
const [heightCount, callCount] = [count('HEIGHTS', 100_000), count('CALLS', 200)]

const [ids, records, state, stakers, sets, blocks, open, hashes, testing, network, local] =
  await nodeModules(
    'codec/ids.js',
    'p-chain/state/records.js',
    'p-chain/state/state.js',
    'p-chain/state/stakers.js',
    'p-chain/state/validator-sets.js',
    'p-chain/blocks.js',
    'p-chain/open.js',
    'crypto/hashes.js',
    'testing.js',
    'network/network.js',
    'network/genesis/local.js',
  )

const folder = mkdtempSync(join(tmpdir(), 'validators-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const END = 4_000_000_000n
const KEY = new Uint8Array(48).fill(7)
const owner = { locktime: 0n, threshold: 1, addresses: [ids.hexShortID('07'.repeat(20))] }

const nodeOf = (number) => ids.hexNodeID(number.toString(16).padStart(40, '0'))
const txOf = (number) => hashes.hashID(Buffer.from(`staker ${number}`))
const staker = (number, nodeID) => ({
  txID: txOf(number),
  subnetID: ids.ZERO_ID,
  nodeID,
  start: 1n,
  end: END + BigInt(number),
  weight: 2_000_000_000_000n,
  potentialReward: 1_000_000n,
  rewardOwner: owner,
})
const validator = (number) => ({
  ...staker(number, nodeOf(number)),
  permissioned: false,
  delegationRewardOwner: owner,
  shares: 20_000,
  delegateeReward: 0n,
  delegatorCount: 0n,
  delegatorWeight: 0n,
  publicKey: KEY,
  proofOfPossession: new Uint8Array(96),
})

/**
 * Writes stakers and past validator sets directly to the store, because no account has enough funds for all
 * stakes.
 */
async function prepare(store) {
  const params = open.paramsOf(network.networkOf(local.localGenesis))
  const inBatches = async (total, size, work) => {
    for (let from = 0; from < total; from += size) {
      const draft = new state.PlatformDraft(store)
      for (let at = from; at < Math.min(total, from + size); at++) await work(draft, at)
      draft.touched.clear()
      await store.write(draft.changes())
    }
  }
  await inBatches(validatorCount, 500, (draft, at) =>
    stakers.addValidator(draft, validator(at + 1)),
  )
  await inBatches(delegatorCount, 500, async (draft, at) => {
    const nodeID = nodeOf((at % validatorCount) + 1)
    const found = await records.validators.get(draft.reader, ids.ZERO_ID, nodeID)
    await stakers.addDelegator(draft, found, staker(1_000_000 + at, nodeID))
  })
  const all = new state.PlatformDraft(store)
  for (let at = 1; at <= validatorCount; at++) all.touch(ids.ZERO_ID, nodeOf(at))
  await sets.recordChanges(all, 1n)
  await store.write(all.changes())
  await inBatches(heightCount - 1, 250, async (draft, at) => {
    draft.touch(ids.ZERO_ID, nodeOf((at % validatorCount) + 1))
    await sets.recordChanges(draft, BigInt(at + 2))
  })
  // The node checks the parents of the last blocks when it opens the store.
  let parentID = ids.ZERO_ID
  for (let height = Math.max(1, heightCount - 100); height <= heightCount; height++) {
    const { bytes, id } = blocks.encodedBlock({
      kind: 'banffStandardBlock',
      time: 1_800_000_000n,
      parentID,
      height: BigInt(height),
      txs: [],
    })
    await store.write([
      records.blocks.put(bytes, id),
      records.heights.put(id, BigInt(height)),
      records.last.put(id),
    ])
    parentID = id
  }
  return params
}

async function call(url, method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/ext/bc/P`, { method: 'POST', headers, body })
  const text = await response.text()
  const { error } = JSON.parse(text)
  if (error) throw new Error(error.message)
  return text.length
}

async function measured(name, calls, request) {
  const times = []
  let bytes = 0
  await request(0)
  const used = process.cpuUsage()
  for (let at = 0; at < calls; at++) {
    const before = performance.now()
    bytes = await request(at)
    times.push(performance.now() - before)
  }
  const { user, system } = process.cpuUsage(used)
  const cpu = (user + system) / 1000 / calls
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1)
  const size = `${Math.round(bytes / 1024)} KiB`
  return [name, calls, `${cpu.toFixed(1)} ms`, `${at(0.5)} ms`, `${at(0.95)} ms`, size]
}

const store = await openNodeStore(folder)
const began = performance.now()
await prepare(store)
const preparing = `${((performance.now() - began) / 1000).toFixed(0)} s`
const node = await testing.startNode({ openStore: async () => store, requiredDiskBytes: 0 })
const random = (limit) => Math.floor(Math.random() * limit)
const nodeID = ids.nodeIDText(nodeOf(1))
const rows = [
  await measured('getCurrentValidators, all', Math.ceil(callCount / 10), () =>
    call(node.url, 'platform.getCurrentValidators', {}),
  ),
  await measured('getCurrentValidators, one with its delegators', callCount, () =>
    call(node.url, 'platform.getCurrentValidators', { nodeIDs: [nodeID] }),
  ),
  await measured('getValidatorsAt, random height', callCount, () =>
    call(node.url, 'platform.getValidatorsAt', { height: 1 + random(heightCount) }),
  ),
  await measured('getTotalStake', callCount, () =>
    call(node.url, 'platform.getTotalStake', { subnetID: ids.PRIMARY_NETWORK_ID }),
  ),
]
await node.close()
await writeSection(
  'The P-Chain with many validators',
  [
    `${validatorCount} validators, ${delegatorCount} delegators, validator sets of ${heightCount} heights, LevelDB, over HTTP from the same process, whose CPU
    time is shown, one call at a time; prepared in ${preparing}. ${machine()}`,
    '',
    markdownTable([['call', 'calls', 'CPU of one', 'median', '95 %', 'response'], ...rows]),
    '',
  ].join('\n'),
)
