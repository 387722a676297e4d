// Prepares the state and data that requests of bench/amplification.mjs need: a keystore user, an
// unlocked account, pending transactions, filters, files, and IDs that only a running node returns.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { groups } from '@native-node/server'
import { privateKeyToAccount } from 'viem/accounts'
import { FUNDED_KEY, importTx, SIGNER, textOf } from './amplification-state.mjs'

const PASSWORD = 'Amplified-Horse-42-Battery'
const user = { username: 'amplified', password: PASSWORD }
const WAITING = 60
/** Longer than the node's block time, in milliseconds. */
const BLOCK_MS = 1000

function callerOf(url, post) {
  return async (method, params) => {
    const group = groups.find(({ methods }) => methods.some(({ name }) => name === method))
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const { head } = await post(url + group.path, body, Infinity)
    const { result, error } = JSON.parse(head)
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
}

/** Returns the ID of a chain's newest block: the hash of its bytes without the checksum. */
async function lastBlock(call, name) {
  const { height } = await call(`${name}.getHeight`, {})
  const { block } = await call(`${name}.getBlockByHeight`, { height, encoding: 'hex' })
  const bytes = Buffer.from(block.slice(2), 'hex').subarray(0, -4)
  return textOf(createHash('sha256').update(bytes).digest('hex'))
}

/**
 * Sends transactions of 30 kB that stay in the pool because an earlier nonce is missing. Returns the signed
 * transaction with the missing nonce.
 */
async function fillPool(call, account) {
  const nonce = Number(await call('eth_getTransactionCount', [account, 'latest']))
  const signer = privateKeyToAccount(FUNDED_KEY)
  const fields = { chainId: 43_112, type: 'eip1559', to: account, gas: 2_000_000n }
  const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n }
  const signed = (ahead, data) =>
    signer.signTransaction({ ...fields, ...fees, nonce: nonce + ahead, data })
  for (let ahead = 100; ahead < 100 + WAITING; ahead++)
    await call('eth_sendRawTransaction', [await signed(ahead, `0x${'11'.repeat(30_000)}`)])
  return signed(0, '0x')
}

/** Returns a signed transfer that the next block can accept. */
async function signedTransfer(call, account) {
  const nonce = Number(await call('eth_getTransactionCount', [account, 'latest']))
  const fees = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 10n ** 12n }
  const transfer = { chainId: 43_112, type: 'eip1559', to: account, gas: 21_000n, nonce, ...fees }
  return privateKeyToAccount(FUNDED_KEY).signTransaction(transfer)
}

/** Returns a nonce that is greater than the nonces of all pending transactions. */
async function laterNonce(call, account) {
  const nonce = Number(await call('eth_getTransactionCount', [account, 'latest']))
  return `0x${(nonce + 200).toString(16)}`
}

/** Prepares the state, and returns the requests by method. */
export async function prepareRequests(url, post, { account, full, returner, slots }) {
  const call = callerOf(url, post)
  await call('keystore.createUser', user)
  await call('native.importKey', { ...user, privateKey: textOf.key })
  const exported = await call('keystore.exportUser', user)
  const { txID } = await call('native.import', { ...user, to: account, sourceChain: 'X' })
  // The fee of an import to the X-Chain is a tenth of the exported amount.
  await call('native.export', { ...user, amount: '10000000', to: textOf.onX, assetID: 'NATIVE' })
  await wait(BLOCK_MS)
  const raw = await fillPool(call, account)
  const filter = await call('eth_newFilter', [{ fromBlock: '0x0', toBlock: 'latest' }])
  await call('personal_importRawKey', [FUNDED_KEY.slice(2), PASSWORD])
  await call('personal_unlockAccount', [account, PASSWORD, 600])
  const sent = { from: account, to: account, gas: '0x5208' }
  const hex = `0x${full.blockNumber.toString(16)}`
  const block = await call('debug_getRawBlock', [hex])
  const [file] = await call('debug_standardTraceBlockToFile', [full.blockHash])
  writeFileSync(join(dirname(file), 'block.rlp'), Buffer.from(block.slice(2), 'hex'))
  const amount = { ...user, amount: '1000', to: textOf.onX }
  const priced = {
    ...sent,
    nonce: '0x0',
    maxFeePerGas: '0xe8d4a51000',
    maxPriorityFeePerGas: '0x1',
  }
  const pending = { ...priced, value: '0x0', nonce: await laterNonce(call, account) }
  await call('eth_sendTransaction', [pending])
  const importing = async () => {
    // Wait until the outputs of the previous import are spent.
    await wait(BLOCK_MS)
    return { ...user, to: account, sourceChain: 'X' }
  }
  const returning = [{ to: returner, gas: '0x2faf080' }, 'latest']
  return {
    'keystore.exportUser': [user],
    'keystore.importUser': [{ username: 'copied', password: PASSWORD, user: exported.user }],
    'native.exportKey': [{ ...user, address: account }],
    'native.importKey': [{ ...user, privateKey: textOf.key }],
    'native.export': [{ ...amount, assetID: 'NATIVE' }],
    'native.exportNATIVE': [amount],
    'native.import': [importing],
    'native.importNATIVE': [importing],
    'native.issueTx': [{ tx: importTx(account) }],
    'native.getAtomicTx': [{ txID }],
    'native.getAtomicTxStatus': [{ txID }],
    'platform.getBlock': [{ blockID: await lastBlock(call, 'platform'), encoding: 'json' }],
    'platform.getL1Validator': [{ validationID: textOf.l1 }],
    'platform.getSubnet': [{ subnetID: textOf.subnet }],
    'platform.getTx': [{ txID: textOf.delegation, encoding: 'json' }],
    'xvm.import': [{ ...user, to: textOf.onX, sourceChain: 'C' }],
    'xvm.getTx': [{ txID: textOf.asset, encoding: 'json' }],
    'xvm.getAssetDescription': [{ assetID: 'NATIVE' }],
    'xvm.getBlock': [{ blockID: await lastBlock(call, 'xvm'), encoding: 'json' }],
    eth_call: [returning],
    eth_callDetailed: [returning],
    eth_getFilterLogs: [[filter]],
    eth_getFilterChanges: [[filter]],
    eth_resend: [[pending, '0x1d1a94a2000', null]],
    eth_sendRawTransaction: [[raw]],
    eth_sendTransaction: [[sent]],
    eth_sign: [[account, '0x68656c6c6f']],
    eth_signTransaction: [[priced]],
    personal_importRawKey: [['11'.repeat(32), PASSWORD]],
    personal_unlockAccount: [[account, PASSWORD, 600]],
    personal_sign: [['0x68656c6c6f', account, PASSWORD]],
    personal_signTransaction: [[priced, PASSWORD]],
    personal_sendTransaction: [[sent, PASSWORD]],
    debug_intermediateRoots: [[full.blockHash]],
    debug_traceBlock: [[block]],
    debug_traceBlockFromFile: [['block.rlp']],
    debug_standardTraceBlockToFile: [[full.blockHash]],
    debug_traceBlockByHash: [[full.blockHash]],
    debug_getModifiedAccountsByHash: [[full.blockHash]],
    debug_getModifiedAccountsByNumber: [[0, Number(full.blockNumber)]],
    debug_storageRangeAt: [[slots.blockHash, 0, slots.contract, '0x', 100_000]],
    debug_cpuProfile: [['cpu', 1]],
    debug_goTrace: [['trace', 1]],
    debug_blockProfile: [['block', 1]],
    debug_mutexProfile: [['mutex', 1]],
    debug_startCPUProfile: [['cpu']],
    debug_startGoTrace: [['trace']],
    debug_writeMemProfile: [['heap']],
    debug_writeBlockProfile: [['block']],
    debug_writeMutexProfile: [['mutex']],
  }
}

/** Returns requests for methods of the development mode. Params that come from other responses are functions. */
export async function prepareDevRequests(url, post, { account }) {
  const call = callerOf(url, post)
  await call('dev.addWarpSigner', { secretKey: SIGNER })
  // A fee history is as long as the chain, so it is measured on this one.
  await call('anvil_mine', ['0x400', null])
  const message = { sourceChainID: 'X', sourceAddress: '0x01', payload: '0x68656c6c6f' }
  return {
    'dev.setTime': [
      async () => ({ time: String(Number((await call('dev.getTime', {})).time) + 3600) }),
    ],
    'dev.signWarpMessage': [message],
    eth_feeHistory: [['0x400', 'latest', Array.from({ length: 100 }, (_, at) => at)]],
    'dev.revert': [() => call('dev.snapshot', {})],
    evm_revert: [async () => [await call('evm_snapshot', [])]],
    eth_sendRawTransactionSync: [
      async () => {
        await call('evm_setAutomine', [true])
        return [await signedTransfer(call, account)]
      },
    ],
    evm_setTime: [async () => [Number((await call('dev.getTime', {})).time) * 1000 + 3_600_000]],
    eth_sendUnsignedTransaction: [[{ from: account, to: account, gas: '0x5208' }]],
    anvil_loadState: [async () => [await call('anvil_dumpState', [])]],
  }
}
