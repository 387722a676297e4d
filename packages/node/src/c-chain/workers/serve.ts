import { parentPort } from 'node:worker_threads'
import { RpcError } from '@native-node/server'
import { executionMethods } from '../api/evm/methods.ts'
import { exceededError } from '../api/evm/limited.ts'
import { isReported } from '../api/evm/printing.ts'
import { Archive } from '../chain/archive.ts'
import type { EvmRules } from '../chain/rules.ts'
import { parseEvm } from '../chain/tx.ts'
import { EvmEngine } from '../engine/engine.ts'
import { executeTx } from '../engine/executor.ts'
import { Meter, workerLimits } from '../engine/meter.ts'
import { bytesOf, hexOf } from '../hex.ts'
import type { FromWorker, Job, JobError, ToWorker, TxResult } from './job.ts'
import { RemoteReader } from './remote-reader.ts'

type MethodJob = Extract<Job, { readonly kind: 'method' }>
type TxJob = Extract<Job, { readonly kind: 'tx' }>

/** Runs the jobs that the main thread sends to this worker, on a chain with the given rules. */
export function serveJobs(rules: EvmRules): void {
  if (parentPort === null) throw new TypeError('This file must run in a worker thread')
  const port = parentPort
  const send = (message: FromWorker): void => port.postMessage(message, [])
  const reader = new RemoteReader(port)
  let archive = new Archive(reader, rules)
  let cacheId: number | undefined
  // The engine keeps its cache of trie nodes, whose keys are their hashes. All other caches are cleared when the main
  // thread clears its own: roots of states do not identify what is read of a forked chain.
  const engine = new EvmEngine(reader, rules, async (height) => {
    const hash = await archive.hashAt(height)
    return hash && bytesOf(hash)
  })
  const runMethod = async ({
    method,
    params,
    limits,
    head,
    prints,
  }: MethodJob): Promise<unknown> => {
    engine.replaceAltered(head.altered)
    if (head.cacheId !== cacheId) engine.forgetStates()
    cacheId = head.cacheId
    const tip = await archive.byHash(head.tip)
    const run = executionMethods[method]
    if (tip === undefined || run === undefined) throw new Error(`Cannot run ${method}`)
    const meter = new Meter(workerLimits, (milliseconds) => send({ kind: 'trace', milliseconds }))
    const vm = { rules, archive, engine, tip, oldestState: head.oldestState }
    const printed = prints ? [] : undefined
    const execution = { vm, meter, limits, printed, next: () => head.next }
    // Safe cast: the main thread sends the params of the method.
    const [outcome] = await Promise.allSettled([run(execution, params as never)])
    const hasFailed = outcome.status === 'rejected' || meter.exceeded !== undefined
    if (printed && isReported(method, hasFailed)) send({ kind: 'printed', lines: printed })
    if (meter.exceeded !== undefined) throw exceededError(meter.exceeded)
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }
  const runTx = async ({ bytes, header, root, gasUsed, prints }: TxJob): Promise<TxResult> => {
    const machine = await engine.openForWriting(root, header)
    const { tx } = parseEvm(bytes, rules)
    const outcome = await executeTx(machine, { tx, bytes, header, gasUsed, prints })
    const after = hexOf(await machine.state.getStateRoot())
    return { outcome, root: after, changes: machine.db.written() }
  }
  const run = async (job: Job): Promise<unknown> => {
    archive = new Archive(reader, rules)
    return job.kind === 'method' ? runMethod(job) : runTx(job)
  }
  port.on('message', (message: ToWorker) => {
    if (message.kind !== 'job') return reader.receive(message)
    send({ kind: 'started' })
    run(message.job).then(
      (value) => send({ kind: 'result', value }),
      (error: unknown) => send({ kind: 'error', error: described(error) }),
    )
  })
}

function described(error: unknown): JobError {
  if (error instanceof RpcError) {
    const { code, message, data, reason } = error
    return { kind: 'response', code, message, data, reason }
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { kind: 'unexpected', message, stack }
}
