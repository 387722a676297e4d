// Creates a large state for bench/amplification.mjs: directly in the data folder of a node, and on the C-Chain by
// transactions.
import { join } from 'node:path'
import { createPublicClient, createWalletClient, defineChain, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const count = (name, fallback) => Number(process.env[name] ?? fallback)
const dist = (path) => import(new URL(`../packages/node/dist/${path}`, import.meta.url).href)
const [
  field,
  ids,
  hashes,
  genesis,
  local,
  networks,
  level,
  utxoSet,
  records,
  state,
  stakers,
  stakes,
  testing,
] = await Promise.all(
  [
    'codec/field.js',
    'codec/ids.js',
    'crypto/hashes.js',
    'network/genesis/p-chain.js',
    'network/genesis/local.js',
    'network/network.js',
    'store/level-store.js',
    'x-chain/state.js',
    'p-chain/state/records.js',
    'p-chain/state/state.js',
    'p-chain/state/stakers.js',
    'p-chain/state/stakes.js',
    'testing.js',
  ].map(dist),
)
const { PlatformGenesis, SignedPlatformTx } = await dist('codec/p-chain.js')
const { exportedOutputs } = await dist('chain/shared-memory.js')

const network = networks.networkOf(local.localGenesis)
const { nativeAssetID: assetID, chains } = network
/** The prefunded key of the local network, and its address. */
const FUNDED_KEY = '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027'
const funded = ids.hexShortID('3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c')
const owners = { locktime: 0n, threshold: 1, addresses: [funded] }

/** Writes outputs, stakers and subnets. */
export async function prepareLedgers(folder) {
  const hash = hashes.hashID(
    field.encode(PlatformGenesis, genesis.platformGenesis(local.localGenesis)),
  )
  const owner = { networkID: network.id, genesis: hash }
  const store = await level.openLevelStore(join(folder, 'db'), owner)
  // The genesis comes first, as the node writes it.
  const openStore = async () => ({ ...store, close: async () => {} })
  await (await testing.startNode({ openStore, requiredDiskBytes: 0 })).close()
  await addOutputs(store)
  await addStakers(store)
  await addSubnets(store)
  await store.close()
}

const output = { kind: 'secpTransferOutput', amount: 1_000_000n, ...owners }

async function addOutputs(store) {
  const x = new utxoSet.ChainState(store, chains.X).utxos
  const p = new state.PlatformState(store).utxos
  const toC = exportedOutputs(store, { source: chains.X, destination: chains.C }, utxoSet.xOutputs)
  for (let at = 0; at < count('UTXOS', 50_000); at += 500) {
    const changes = []
    for (let index = at; index < at + 500; index++)
      for (const set of [x, p, toC])
        changes.push(...set.added({ txID: 'bb'.repeat(32), outputIndex: index, assetID, output }))
    await store.write(changes)
  }
}

function nodeOf(number) {
  return ids.hexNodeID(number.toString(16).padStart(40, '0'))
}
const txOf = (text) => hashes.hashID(Buffer.from(text))

/** A delegation by the prefunded key. */
const unsignedTx = {
  kind: 'addPermissionlessDelegatorTx',
  networkID: network.id,
  blockchainID: ids.ZERO_ID,
  outputs: [],
  inputs: [],
  memo: new Uint8Array(),
  validator: { nodeID: nodeOf(1), start: 0n, end: 4_000_000_000n, weight: 25_000_000_000n },
  subnetID: ids.ZERO_ID,
  stake: [{ assetID, output: { ...output, amount: 25_000_000_000n } }],
  rewardsOwner: { kind: 'secpOutputOwners', ...owners },
}
const stakingTx = {
  aborted: false,
  bytes: field.encode(SignedPlatformTx, { unsignedTx, credentials: [] }),
}

/** Writes delegators with their transactions and stakes, which platform.getStake reads. */
async function addStakers(store) {
  const [many, more] = [count('VALIDATORS', 2000), count('DELEGATORS', 50_000)]
  const staker = (name, nodeID) => ({
    txID: txOf(name),
    subnetID: ids.ZERO_ID,
    nodeID,
    start: 1n,
    end: 4_000_000_000n,
    weight: 2_000_000_000_000n,
    potentialReward: 1_000_000n,
    rewardOwner: owners,
  })
  const stakeOf = (draft, txID) =>
    draft.change(records.acceptedTxs.put(stakingTx, txID), ...stakes.stakeAdded(txID, unsignedTx))
  const drafts = async (total, work) => {
    for (let from = 0; from < total; from += 500) {
      const draft = new state.Draft(store)
      for (let at = from; at < Math.min(total, from + 500); at++) await work(draft, at)
      draft.touched.clear()
      await store.write(draft.changes())
    }
  }
  await drafts(many, async (draft, at) => {
    const one = staker(`validator ${at}`, nodeOf(at + 1))
    stakeOf(draft, one.txID)
    await stakers.addValidator(draft, {
      ...one,
      permissioned: false,
      delegationRewardOwner: owners,
      shares: 20_000,
      delegateeReward: 0n,
      delegatorCount: 0n,
      delegatorWeight: 0n,
      publicKey: new Uint8Array(48).fill(7),
      proofOfPossession: new Uint8Array(96),
    })
  })
  await drafts(more, async (draft, at) => {
    // All delegators have the same validator, which makes the largest response.
    const found = await records.validators.get(draft.reader, ids.ZERO_ID, nodeOf(1))
    const one = staker(`delegator ${at}`, nodeOf(1))
    stakeOf(draft, one.txID)
    await stakers.addDelegator(draft, found, one)
  })
  const all = new state.Draft(store)
  for (let at = 1; at <= many; at++) all.touch(ids.ZERO_ID, nodeOf(at))
  const { recordChanges } = await dist('p-chain/state/validator-sets.js')
  await recordChanges(all, 0n)
  await store.write(all.changes())
}

/** Writes subnets with one blockchain each. */
async function addSubnets(store) {
  const total = count('SUBNETS', 5000)
  for (let from = 0; from < total; from += 500) {
    const changes = []
    for (let at = from; at < Math.min(total, from + 500); at++) {
      const id = txOf(`subnet ${at}`)
      const chain = {
        id: txOf(`chain ${at}`),
        subnetID: id,
        vmID: ids.namedID('evm'),
        name: 'x'.repeat(128),
      }
      changes.push(
        records.subnets.put(
          {
            id,
            owner: owners,
            conversionID: ids.ZERO_ID,
            managerChainID: ids.ZERO_ID,
            managerAddress: new Uint8Array(),
          },
          id,
        ),
        records.blockchains.put(chain, id, chain.id),
      )
    }
    await store.write(changes)
  }
}

/** Contract with LOG0 of the number of bytes in the call data. */
const LOGGER = '0x6007600c60003960076000f36000356000a000'
/** Contract with an endless loop (JUMPDEST, PUSH1 0, JUMP) until the gas is used up. */
const LOOP = '0x6004600c60003960046000f35b600056'

/**
 * Creates blocks with many transactions, with large logs, and with a long-running transaction; returns their
 * positions.
 */
export async function prepareEvm(url) {
  const chain = defineChain({
    id: 43_112,
    name: 'local',
    nativeCurrency: { name: 'native', symbol: 'N', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const transport = http(`${url}/ext/bc/C/rpc`, { timeout: 60_000 })
  const account = privateKeyToAccount(FUNDED_KEY)
  const wallet = createWalletClient({ account, chain, transport })
  const reader = createPublicClient({ chain, transport, pollingInterval: 100 })
  const mined = (hash) => reader.waitForTransactionReceipt({ hash, timeout: 60_000 })
  const deployed = async (data) => {
    const { contractAddress } = await mined(await wallet.sendTransaction({ data, gas: 200_000n }))
    return contractAddress
  }
  const [logger, loop] = [await deployed(LOGGER), await deployed(LOOP)]
  const size = `0x${(600_000).toString(16).padStart(64, '0')}`
  const logged = await mined(
    await wallet.sendTransaction({ to: logger, data: size, gas: 7_000_000n }),
  )
  const looped = await mined(await wallet.sendTransaction({ to: loop, gas: 7_000_000n }))
  const nonce = await reader.getTransactionCount({ address: account.address })
  const hashes = await Promise.all(
    Array.from({ length: 300 }, (_, at) =>
      wallet.sendTransaction({ to: account.address, value: 1n, gas: 21_000n, nonce: nonce + at }),
    ),
  )
  const full = await mined(hashes[150])
  return { logger, loop, logged, looped, full, account: account.address }
}
