// Creates a large state for bench/amplification.mjs: directly in a node's data folder, and by transactions on
// the C-Chain.
import { createPublicClient, createWalletClient, defineChain, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { openNodeStore } from './node-store.mjs'
import { nodeModule, nodeModules } from './node-modules.mjs'

const count = (name, fallback) => Number(process.env[name] ?? fallback)
const [field, ids, hashes, keys, local, networks, utxoSet, records, state, stakers, stakes] =
  await nodeModules(
    'codec/field.js',
    'codec/ids.js',
    'crypto/hashes.js',
    'crypto/keys.js',
    'network/genesis/local.js',
    'network/network.js',
    'x-chain/state.js',
    'p-chain/state/records.js',
    'p-chain/state/state.js',
    'p-chain/state/stakers.js',
    'p-chain/state/stakes.js',
  )
const { SignedPlatformTx } = await nodeModule('codec/p-chain.js')
const { exportedOutputs } = await nodeModule('chain/shared-memory.js')
const { importTx: signedImport } = await nodeModule('c-chain/atomic/create-tx.js')
const { spendableBy } = await nodeModule('chain/spendable.js')
const { checkedHex } = await nodeModule('codec/text.js')
const { blsPublicKey } = await nodeModule('crypto/bls.js')

const network = networks.networkOf(local.localGenesis)
const { nativeAssetID: assetID, chains } = network
/** Prefunded key of the local network. */
export const FUNDED_KEY = '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027'
const funded = ids.hexShortID('3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c')
/** The IDs, the key and the addresses of the state as strings, for requests. */
export const textOf = Object.assign((id) => ids.idText(id), {
  key: keys.privateKeyText(Buffer.from(FUNDED_KEY.slice(2), 'hex')),
  onX: 'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u',
  l1: ids.idText(hashes.hashID(Buffer.from('l1'))),
  subnet: ids.idText(hashes.hashID(Buffer.from('subnet 1'))),
  delegation: ids.idText(hashes.hashID(Buffer.from('delegator 1'))),
  asset: ids.idText(assetID),
})
const owners = { locktime: 0n, threshold: 1, addresses: [funded] }
/** BLS secret key of all validators. */
export const SIGNER = `0x${'07'.repeat(32)}`

/** Writes outputs, validators, delegators and subnets to a data folder. */
export async function prepareLedgers(folder) {
  const store = await openNodeStore(folder)
  await addOutputs(store)
  await addStakers(store)
  await addSubnets(store)
  await addL1Validator(store)
  await store.close()
}

const output = { kind: 'secpTransferOutput', amount: 1_000_000_000n, ...owners }

const outputAt = (outputIndex) => ({ txID: 'bb'.repeat(32), outputIndex, assetID, output })

/** Returns a signed transaction that imports an exported output to the account of the prefunded key. */
export function importTx(account) {
  const context = {
    network: { networkID: network.id, blockchainID: chains.C, nativeAssetID: assetID },
    baseFee: 10n ** 12n,
  }
  const keys = new Map([[funded, Buffer.from(FUNDED_KEY.slice(2), 'hex')]])
  const order = { source: chains.X, to: account.slice(2).toLowerCase() }
  return checkedHex(signedImport(context, order, [spendableBy(outputAt(1), keys, 0n)]))
}

async function addOutputs(store) {
  const x = new utxoSet.XState(store, chains.X).utxos
  const p = new state.PlatformState(store).utxos
  const toC = exportedOutputs(store, { source: chains.X, destination: chains.C }, utxoSet.xOutputs)
  for (let at = 0; at < count('UTXOS', 50_000); at += 500) {
    const changes = []
    for (let index = at; index < at + 500; index++)
      for (const set of [x, p, toC]) changes.push(...set.added(outputAt(index)))
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

/**
 * Writes validators and delegators together with their transactions and stakes, which platform.getStake
 * reads.
 */
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
      const draft = new state.PlatformDraft(store)
      for (let at = from; at < Math.min(total, from + 500); at++) await work(draft, at)
      draft.changedMembers.clear()
      await store.write(draft.changes())
    }
  }
  const publicKey = blsPublicKey(Buffer.from(SIGNER.slice(2), 'hex'))
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
      publicKey,
      proofOfPossession: new Uint8Array(96),
    })
  })
  await drafts(more, async (draft, at) => {
    // A single validator for all delegators makes the response as large as possible.
    const found = await records.validators.get(draft.reader, ids.ZERO_ID, nodeOf(1))
    const one = staker(`delegator ${at}`, nodeOf(1))
    stakeOf(draft, one.txID)
    await stakers.addDelegator(draft, found, one)
  })
  const all = new state.PlatformDraft(store)
  for (let at = 1; at <= many; at++) all.markChanged(ids.ZERO_ID, nodeOf(at))
  const { recordChanges } = await nodeModule('p-chain/state/validator-sets.js')
  await recordChanges(all, 0n)
  await store.write(all.changes())
}

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

/** Adds an L1 validator directly to the state, without a transaction. */
async function addL1Validator(store) {
  const validationID = txOf('l1')
  const owner = { threshold: 1, addresses: [funded] }
  const validator = {
    validationID,
    txID: validationID,
    subnetID: txOf('subnet 1'),
    nodeID: nodeOf(1),
    publicKey: new Uint8Array(96).fill(7),
    remainingBalanceOwner: owner,
    deactivationOwner: owner,
    startTime: 1n,
    weight: 1n,
    minNonce: 0n,
    endAccumulatedFee: 1_000_000_000n,
  }
  await store.write([records.l1Validators.put(validator, validationID)])
}

/** Code of a contract that emits LOG0. Its call data is the number of bytes to log. */
const LOGGER = '0x6007600c60003960076000f36000356000a000'
/** Code of a contract with an endless loop (JUMPDEST, PUSH1 0, JUMP), which runs until the gas is used up. */
const LOOP = '0x6004600c60003960046000f35b600056'

/** Code of a contract that returns 5 MB of memory, which is as much as the gas cap of a call pays for. */
const RETURNER = '0x6007600c60003960076000f3624c4b406000f3'
/**
 * Code of a contract that stores each number from the first word of the call data to the second in its own
 * slot (SSTORE).
 */
const FILLER = '0x6012600c60003960126000f35f355b808055600101806020351160025700'
const SLOTS = 300

/**
 * Creates blocks with many transactions, with large logs, and with a slow transaction. Returns the contracts
 * and transactions.
 */
export async function prepareEvm(url) {
  const chain = defineChain({
    id: 43_112,
    name: 'local',
    nativeCurrency: { name: 'native', symbol: 'N', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const transport = http(`${url}/ext/bc/C/rpc`, { timeout: 300_000 })
  const account = privateKeyToAccount(FUNDED_KEY)
  const wallet = createWalletClient({ account, chain, transport })
  const reader = createPublicClient({ chain, transport, pollingInterval: 100 })
  const mined = (hash) => reader.waitForTransactionReceipt({ hash, timeout: 300_000 })
  const deployed = async (data) => {
    const { contractAddress } = await mined(await wallet.sendTransaction({ data, gas: 200_000n }))
    return contractAddress
  }
  const [logger, loop] = [await deployed(LOGGER), await deployed(LOOP)]
  const [returner, filler] = [await deployed(RETURNER), await deployed(FILLER)]
  const word = (number) => number.toString(16).padStart(64, '0')
  const size = `0x${word(600_000)}`
  let filled
  for (let from = 1; from < 10 * SLOTS; from += SLOTS) {
    const data = `0x${word(from)}${word(from + SLOTS)}`
    filled = await mined(await wallet.sendTransaction({ to: filler, data, gas: 7_200_000n }))
  }
  const slots = { contract: filler, blockHash: filled.blockHash }
  const logged = await mined(
    await wallet.sendTransaction({ to: logger, data: size, gas: 7_000_000n }),
  )
  const looped = await mined(await wallet.sendTransaction({ to: loop, gas: 7_000_000n }))
  const nonce = await reader.getTransactionCount({ address: account.address })
  // Send the transactions in nonce order, since the pool accepts only few that wait for an earlier nonce.
  const sent = []
  for (let at = 0; at < 300; at++) {
    const transfer = { to: account.address, value: 1n, gas: 21_000n, nonce: nonce + at }
    sent.push(await wallet.sendTransaction(transfer))
  }
  const full = await mined(sent[150])
  const contracts = { logger, loop, returner, filler }
  return { ...contracts, logged, looped, full, slots, account: account.address }
}
