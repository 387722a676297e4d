import type {
  BlockTraceInput,
  CallRequest,
  CChainDebugHandlers,
  TraceConfig,
  TraceResultInput,
  TransactionTraceInput,
} from '@native-node/server/c-chain'
import type { TypedTransaction } from '@ethereumjs/tx'
import type { FoundTx } from '../../chain/archive.ts'
import { decodeBlock, type EvmBlock } from '../../chain/block.ts'
import type { CChain, ChainView } from '../../chain/c-chain.ts'
import { effectiveGasPrice, senderOf } from '../../engine/executor.ts'
import { runMessage } from '../../engine/message.ts'
import { bytesOf, hexOf, type Hex } from '../../hex.ts'
import { tracerOf, type TraceSubject } from '../../trace/choose.ts'
import { rerun, type Replay } from '../../trace/replay.ts'
import { timeoutOf } from '../../trace/timeout.ts'
import { traced } from '../../trace/tracer.ts'
import { lower, requireBlockAt, requireBlockWith, stateBlock } from './block-reference.ts'
import { checkForks } from './check-forks.ts'
import { messageOf, present } from './call-request.ts'
import { errors } from './errors.ts'
import { replaying, type Execution, type Methods } from './execution.ts'
import { offloading } from './offload.ts'
import { overrideState } from './overrides.ts'
import type { RpcParts } from './parts.ts'
import { reportedMessage } from './revert.ts'
import { contextOf, onState, overriddenBlock, type CallInput, type Prepared } from './run-call.ts'

type Names =
  | 'traceTransaction'
  | 'traceCall'
  | 'traceBlockByNumber'
  | 'traceBlockByHash'
  | 'traceBlock'
  | 'intermediateRoots'

/** Methods that trace transactions by running them again. */
export const traceMethods: Methods<CChainDebugHandlers, Names> = {
  async traceTransaction(execution, { hash, config }) {
    const found = await execution.vm.archive.transaction(lower(hash))
    if (found === undefined) throw errors.transactionNotFound(undefined, 'transaction not found')
    return traceFound(execution, found, config)
  },
  async traceCall(execution, { transaction, block, config }) {
    if (typeof block === 'bigint') await requireBlockAt(execution, block)
    const call = {
      block: block ?? 'latest',
      stateOverrides: config?.stateOverrides ?? null,
      blockOverrides: config?.blockOverrides ?? null,
    }
    const trace = async (prepared: Prepared): Promise<TraceResultInput> =>
      traceMessage(prepared, transaction, {
        config,
        prefix: execution.vm.rules.tracePrefix,
        gasCap: execution.limits.gasCap,
      })
    const index = config?.txIndex
    return present(index)
      ? beforeTransaction(execution, { ...call, index }, trace)
      : onState(execution, call, trace)
  },
  async traceBlockByNumber(execution, { block: reference, config }) {
    return traceAll(execution, await requireBlockAt(execution, reference), config)
  },
  async traceBlockByHash(execution, { hash, config }) {
    return traceAll(execution, await requireBlockWith(execution, hash), config)
  },
  async traceBlock(execution, { block: encoded, config }) {
    return traceAll(execution, await blockGiven(execution, bytesOf(encoded)), config)
  },
  /** Returns the state root after each transaction of a block. */
  async intermediateRoots(execution, { hash }) {
    const block = await requireBlockWith(execution, hash)
    const replay = await replaying(execution, block)
    const roots: Hex[] = []
    for (const tx of block.txs) {
      await rerun(replay, tx)
      roots.push(hexOf(await replay.machine.state.getStateRoot()))
    }
    return roots
  },
}

export function traceHandlers(
  parts: RpcParts,
): Pick<CChainDebugHandlers, Names | 'traceBadBlock' | 'traceChain'> {
  const { chain } = parts
  const handlers = offloading(parts, traceMethods, (method) =>
    method === 'traceCall' ? 'traceTimedOut' : 'requestTimedOut',
  )
  return {
    ...handlers,
    traceBadBlock({ hash }) {
      throw errors.badBlockNotFound(undefined, `bad block ${hash} not found`)
    },
    async traceChain({ start, end, config }, ctx) {
      const [first, last] = [
        (await requireBlockAt(chain, start)).header.number,
        (await requireBlockAt(chain, end)).header.number,
      ]
      if (first >= last) {
        const text = `invalid block range: end block (#${last}) needs to come after start block (#${first})`
        throw errors.invalidBlockRange(undefined, text)
      }
      const trace = (hash: Hex): Promise<readonly TransactionTraceInput[]> =>
        handlers.traceBlockByHash({ hash, config: config ?? null }, ctx)
      return tracesAfter(chain, { first, last, trace, signal: ctx.signal })
    },
  }
}

async function traceFound(
  execution: Execution,
  { block, index, tx }: FoundTx,
  config: TraceConfig | null | undefined,
): Promise<TraceResultInput> {
  const replay = await replaying(execution, block)
  let logsBefore = 0
  for (const before of block.txs.slice(0, index)) logsBefore += (await rerun(replay, before)).logs
  const { tracePrefix: prefix } = execution.vm.rules
  return traceOne(replay, { block, tx, index, logsBefore }, { config, prefix })
}

interface ChainTracing {
  readonly first: bigint
  readonly last: bigint
  readonly trace: (hash: Hex) => Promise<readonly TransactionTraceInput[]>
  readonly signal: AbortSignal
}

/**
 * Traces the blocks after `first`, up to `last`. Omits blocks without transactions, except for
 * `last`.
 */
async function* tracesAfter(
  chain: CChain,
  { first, last, trace, signal }: ChainTracing,
): AsyncGenerator<BlockTraceInput, void> {
  for (let height = first + 1n; height <= last; height++) {
    const block = await chain.vm.archive.byHeight(height)
    if (signal.aborted || block === undefined) return
    if (block.txs.length === 0 && height < last) continue
    yield { block: height, hash: block.hash, traces: await trace(block.hash) }
  }
}

async function traceAll(
  execution: Execution,
  block: EvmBlock,
  config: TraceConfig | null | undefined,
): Promise<readonly TransactionTraceInput[]> {
  const replay = await replaying(execution, block)
  const { tracePrefix: prefix } = execution.vm.rules
  const traces: TransactionTraceInput[] = []
  let logsBefore = 0
  for (const [index, tx] of block.txs.entries()) {
    const result = await traceOne(replay, { block, tx, index, logsBefore }, { config, prefix })
    traces.push({ txHash: hexOf(tx.hash()), result })
    // A trace reverts its changes, but the next transaction needs them, so run the transaction
    // again.
    if (index + 1 < block.txs.length) logsBefore += (await rerun(replay, tx)).logs
  }
  return traces
}

/** Runs work on the state before a transaction of a block, with the header of that block. */
async function beforeTransaction<T>(
  execution: Execution,
  { block: reference, index, ...overrides }: Omit<CallInput, 'transaction'> & { index: bigint },
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const block = await stateBlock(execution, reference)
  const replay = await replaying(execution, block)
  if (index > 0n && index >= block.txs.length) {
    const text = `transaction index ${index} out of range for block ${block.hash}`
    throw errors.transactionNotFound(undefined, text)
  }
  for (const before of block.txs.slice(0, Number(index))) await rerun(replay, before)
  await overrideState(replay.machine, overrides.stateOverrides)
  const { machine } = replay
  return work(overriddenBlock({ machine, header: block.header }, overrides.blockOverrides))
}

interface Traced {
  readonly block: EvmBlock
  readonly tx: TypedTransaction
  readonly index: number
  readonly logsBefore: number
}

interface Tracing {
  readonly config: TraceConfig | null | undefined
  readonly prefix: '' | '0x'
}

async function traceOne(
  replay: Replay,
  { block, tx, index, logsBefore }: Traced,
  { config, prefix }: Tracing,
): Promise<TraceResultInput> {
  const { number: height, miner, baseFeePerGas } = block.header
  const [blockHash, hash] = [block.hash, hexOf(tx.hash())]
  const gasPrice = effectiveGasPrice(tx, baseFeePerGas)
  const subject: TraceSubject = {
    tx: { gasPrice, miner, height, blockHash, hash, index },
    prefix,
    logsBefore,
    involved: [senderOf(tx), ...(tx.to === undefined ? [] : [hexOf(tx.to.bytes)]), miner],
    position: {
      blockHash,
      blockNumber: Number(height),
      transactionHash: hash,
      transactionPosition: index,
    },
  }
  const tracing = { tracer: tracerOf(config, subject), timeout: timeoutOf(config) }
  // Safe cast: the selected tracer determines the form of the result.
  return (await traced(replay.machine, tracing, () => rerun(replay, tx))) as TraceResultInput
}

async function traceMessage(
  prepared: Prepared,
  request: CallRequest,
  { config, prefix, gasCap }: Tracing & { readonly gasCap: bigint },
): Promise<TraceResultInput> {
  const { machine, header } = prepared
  try {
    checkForks(request, machine.common)
    const run = messageOf(request, header, gasCap)
    const { from, to, gasPrice } = run.message
    const { miner, number: height } = header
    const involved = [from, ...(to === undefined ? [] : [to]), miner]
    const tx = { gasPrice, miner, height }
    const tracer = tracerOf(config, { tx, involved, position: {}, logsBefore: 0, prefix })
    const tracing = { tracer, timeout: timeoutOf(config) }
    const environment = contextOf(prepared, run.header)
    // Safe cast: the selected tracer determines the form of the result.
    return (await traced(machine, tracing, async () => ({
      ...(await runMessage(machine, run.message, environment)),
      gasLimit: run.message.gas,
    }))) as TraceResultInput
  } catch (error) {
    throw reportedMessage(error, (reason) => `tracing failed: ${reason}`)
  }
}

async function blockGiven({ vm }: ChainView, encoded: Uint8Array): Promise<EvmBlock> {
  try {
    return await decodeBlock(encoded, vm.rules.layout, vm.rules.commonAt)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw errors.invalidBlockEncoding(undefined, `could not decode block: ${reason}`)
  }
}
