import { inspect } from 'node:util'
import { randomBytes } from 'node:crypto'
import type { CChainDebugHandlers, FileTraceConfig } from '@native-node/server/c-chain'
import type { TypedTransaction } from '@ethereumjs/tx'
import { hexOf, type Hex } from '../../../hex.ts'
import { failureOf } from '../../../engine/failure.ts'
import { impliedStop, type Position } from '../../../trace/implied-stop.ts'
import { rerun, type Replay } from '../../../trace/replay.ts'
import { traced, type Tracer } from '../../../trace/tracer.ts'
import type { Meter } from '../../../engine/meter.ts'
import { requireBlockAt, requireBlockWith } from '../block-reference.ts'
import { present } from '../call-request.ts'
import { traceMethods } from '../debug-traces.ts'
import { errors } from '../errors.ts'
import { blockJson, quantity } from '../format.ts'
import { replaying, type Execution } from '../execution.ts'
import { offloading } from '../offload.ts'
import type { RpcParts } from '../parts.ts'
import type { DebugFiles } from './files.ts'

type Names =
  'standardTraceBlockToFile' | 'standardTraceBadBlockToFile' | 'traceBlockFromFile' | 'printBlock'

interface LinesParams {
  readonly hash: Hex
  readonly config: FileTraceConfig
  /** Hash of the only transaction to trace; undefined for all. */
  readonly only: string | undefined
}

/** The part of the methods that runs transactions. */
export const fileTraceMethods = {
  async traceLines(execution: Execution, params: LinesParams): Promise<readonly FileTrace[]> {
    const block = await requireBlockWith(execution, params.hash)
    return linesOf(await replaying(execution, block), block.txs, params)
  },
} as const

/** Methods that write traces to files, read blocks from files, and print blocks. */
export function fileTraceHandlers(
  parts: RpcParts,
  files: DebugFiles,
): Pick<CChainDebugHandlers, Names> {
  const { chain } = parts
  const { traceLines } = offloading(parts, fileTraceMethods)
  const { traceBlock } = offloading(parts, traceMethods)
  return {
    async standardTraceBlockToFile({ hash, config }, ctx) {
      const block = await requireBlockWith(chain, hash)
      const only = config?.txHash ?? undefined
      if (present(only) && !block.txs.some((tx) => isOf(tx, only))) {
        throw errors.transactionNotFound(undefined, 'transaction not found in block')
      }
      // Complete all traces before writing any file, so that an aborted run leaves no files.
      const written = await traceLines({ hash: block.hash, config: config ?? {}, only }, ctx)
      const paths: string[] = []
      for (const { index, tx, text } of written) {
        const name = ['block', block.hash.slice(0, 10), index, tx.slice(0, 10)]
        const suffix = randomBytes(4).toString('hex')
        paths.push(await files.write(`${name.join('_')}-${suffix}.jsonl`, text))
      }
      return paths
    },
    standardTraceBadBlockToFile({ hash }) {
      throw errors.badBlockNotFound(undefined, `bad block ${hash} not found`)
    },
    async traceBlockFromFile({ file, config }, ctx) {
      return traceBlock({ block: hexOf(await files.read(file)), config: config ?? null }, ctx)
    },
    async printBlock({ number }) {
      const block = await requireBlockAt(chain, BigInt(number))
      return inspect(blockJson(block, chain.vm.rules.layout, true), {
        depth: null,
        maxArrayLength: null,
      })
    },
  }
}

interface FileTrace {
  readonly index: number
  /** Hash of the transaction. */
  readonly tx: Hex
  readonly text: string
}

/** Traces the transactions of a block, or only the transaction with the hash `only`. */
async function linesOf(
  replay: Replay,
  txs: readonly TypedTransaction[],
  { config, only }: LinesParams,
): Promise<readonly FileTrace[]> {
  const found: FileTrace[] = []
  for (const [index, tx] of txs.entries()) {
    if (only === undefined || isOf(tx, only)) {
      const tracer = new LineTracer(config)
      await traced(replay.machine, { tracer, timeout: Infinity }, () => rerun(replay, tx))
      found.push({ index, tx: hexOf(tx.hash()), text: tracer.text() })
      if (only !== undefined) return found
    }
    // A trace reverts its changes, but the next transaction needs them, so run the transaction again.
    await rerun(replay, tx)
  }
  return found
}

function isOf(tx: TypedTransaction, hash: string): boolean {
  return hexOf(tx.hash()) === hash.toLowerCase()
}

interface Operation {
  readonly code: number
  readonly name: string
  readonly cost: bigint
}

/** Writes each step as a line of JSON (EIP-3155). */
class LineTracer implements Tracer {
  readonly #config: FileTraceConfig
  readonly #lines: string[] = []
  #meter: Meter | undefined

  constructor(config: FileTraceConfig) {
    this.#config = config
  }

  readonly attach: Tracer['attach'] = (events, { meter }) => {
    this.#meter = meter
    events.on('step', (step) => {
      const { code, name, dynamicFee, fee } = step.opcode
      this.#add(step, { code, name, cost: dynamicFee ?? BigInt(fee) })
    })
    events.on('afterMessage', ({ execResult }) => {
      const stop = impliedStop(execResult)
      if (stop) this.#add(stop, { code: 0, name: 'STOP', cost: 0n })
      const { exceptionError, runState } = execResult
      if (exceptionError === undefined) return
      this.#lines.push(JSON.stringify({ error: failureOf(exceptionError, runState).message }))
    })
  }

  readonly finish: Tracer['finish'] = async (_, { gasUsed, returned, failure }) => {
    const output = hexOf(returned).slice(2)
    const summary = { output, gasUsed: quantity(gasUsed) }
    this.#lines.push(JSON.stringify({ ...summary, ...(failure && { error: failure.message }) }))
    return {}
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  #add(step: Position, operation: Operation): void {
    const { limit, disableStack, enableMemory } = this.#config
    if (present(limit) && limit > 0 && this.#lines.length >= limit) return
    const { gasLeft, gasRefund, memory, memoryWordCount } = step
    const size = Number(memoryWordCount) * 32
    const line = JSON.stringify({
      pc: step.pc,
      op: operation.code,
      gas: quantity(gasLeft),
      gasCost: quantity(operation.cost),
      ...(enableMemory === true && { memory: hexOf(memory.subarray(0, size)) }),
      memSize: size,
      ...(disableStack !== true && { stack: step.stack.map((item) => quantity(item)) }),
      depth: step.depth + 1,
      refund: Number(gasRefund),
      opName: operation.name,
    })
    if (this.#meter?.collect(line.length) !== false) this.#lines.push(line)
  }
}
