import { RpcError } from '@native-node/server'
import type { ChainDevTools } from '../../chain/dev-tools.ts'
import type { Clock } from '../../chain/clock.ts'
import type { Store } from '../../store/store.ts'
import { larger, smaller } from '../bigint.ts'
import type { CChain } from '../chain/c-chain.ts'
import { cChainOf, openWith, type CChainServices } from '../open.ts'
import { SettingError } from '../../settings/setting-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { DevVm } from './dev-vm.ts'
import { forkAt, type Fork } from './fork/fork.ts'
import { forkStore } from './fork/fork-store.ts'
import { Forking, readStart } from './fork/forking.ts'
import type { Headers } from './fork/remote-chain.ts'
import { Impersonation } from './impersonation.ts'
import { Mining } from './mining.ts'
import { pendingViews } from './pending.ts'
import { pooledViews } from './pooled.ts'
import { readPredeploys } from './predeploys.ts'
import { prepareDevState } from './test-accounts.ts'

/** The C-Chain of development mode, with what its development methods control. */
export interface DevChain {
  readonly chain: CChain<DevVm>
  readonly store: Store
  readonly dev: ChainDevTools
  readonly mining: Mining
  readonly impersonation: Impersonation
  readonly forking: Forking
  /** Whether what contracts print is written. */
  readonly printing: { isOn: boolean }
  /** Prepares the state of a new chain. The caller must pause block production. */
  readonly prepare: () => Promise<void>
  /** Builds the first block of a new chain that is no fork. */
  readonly buildFirst: () => Promise<void>
  /** Returns a view of the chain whose last block is the one that would be built now. */
  readonly pending: () => Promise<CChain>
  /** Returns a view of the chain on whose last state gas is estimated; undefined if the pool has no transactions. */
  readonly estimating: () => Promise<CChain> | undefined
}

type DevServices = CChainServices & {
  readonly settings: Pick<Settings, 'forkUrl' | 'forkBlock' | 'forkHeaders' | 'predeploys'>
}

/** Reads the fork that the settings name: a stored chain continues the same block, and a new one the last block by default. */
async function startFork(
  store: Store,
  { forkUrl: url, forkBlock, forkHeaders }: DevServices['settings'],
): Promise<Fork | undefined> {
  if (url === undefined) return undefined
  const stored = await readStart(store)
  const block = forkBlock === undefined ? stored?.fork?.number : BigInt(forkBlock)
  try {
    return await forkAt({ url, headers: headersOf(forkHeaders ?? []), block })
  } catch (cause) {
    if (!(cause instanceof RpcError)) throw cause
    throw new SettingError(`The chain of --fork-url cannot be used: ${cause.message}`, { cause })
  }
}

/** Parses headers of the form `NAME: VALUE`. */
function headersOf(listed: readonly string[]): Headers {
  const pairs = listed.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, Math.max(at, 0)), line.slice(at + 1).trim()] as const
  })
  return Object.fromEntries(pairs)
}

/** Maximum number of pending transactions. */
const MOST_TXS = 20_000

export async function openDevChain(
  opened: Store,
  services: DevServices,
  dev: ChainDevTools,
): Promise<DevChain> {
  const forking = new Forking(await startFork(opened, services.settings))
  const store = forkStore(opened, () => forking.current)
  const mining = new Mining(services.settings.blockTime)
  // Moving the clock must not drop transactions, and other development chains do not limit their number.
  const poolLimits = {
    futureLifetime: Infinity,
    perSender: MOST_TXS,
    total: MOST_TXS,
    futurePerSender: MOST_TXS,
    futureTotal: MOST_TXS,
  }
  const { blockTime } = mining
  const printing = { isOn: true }
  const { onPrint } = services
  const print = (lines: readonly string[]): void => {
    if (printing.isOn) for (const line of lines) onPrint?.(line)
  }
  let created: DevVm | undefined
  const behind = (): number => Number(created?.settings.behind ?? 0n)
  const clock: Clock = {
    now: () => services.clock.now() - behind(),
    at: (time, callback) => services.clock.at(time + behind(), callback),
  }
  const chain = await openWith(
    store,
    { ...services, clock, blockTime, poolLimits, ...(onPrint && { print }) },
    {
      ...cChainOf(services.network, services.settings),
      create: (options) => (created = new DevVm(options, forking)),
    },
  )
  const { vm } = chain
  // Blocks that are built quickly are a second apart, so that the last one can be later than the clock.
  vm.onAccepted(({ block }) => dev.reach(Number(block.header.timestamp) * 1000 + behind()))
  vm.onAccepted(({ receipts }) => receipts.forEach(({ printed }) => print(printed ?? [])))
  const predeploys = readPredeploys(services.settings.predeploys)
  // A fork begins at the time of its block. After a restart, time never stands still before that of the last block.
  const alignTime = async (): Promise<void> => {
    const sinceTip = BigInt(Math.floor(services.clock.now())) - vm.tip.header.timestamp * 1000n
    const { behind: before = forking.current === undefined ? 0n : sinceTip } = vm.settings
    if (before > 0n) await vm.configure(store, { behind: larger(smaller(before, sinceTip), 0n) })
  }
  const prepare = async (): Promise<void> => {
    await prepareDevState(chain, store, predeploys)
    await alignTime()
  }
  const buildFirst = async (): Promise<void> => {
    if (forking.current !== undefined) return
    // The genesis is of 1970, and tools take the time from the last block.
    await chain.producer.produce({ force: true })
  }
  await alignTime()
  if (vm.tip.header.number === vm.firstHeight) {
    const isPrepared = vm.engine.altered.has(vm.firstHeight)
    if (!isPrepared) await prepare()
    if (forking.current === undefined) chain.producer.start()
    await buildFirst()
  }
  const pooled = pooledViews(chain, store, dev.moved)
  return {
    chain,
    store,
    dev,
    mining,
    pending: pendingViews(chain, store),
    prepare,
    buildFirst,
    // Without transactions in the pool, the last state is the same and takes less time.
    estimating: () => (chain.pool.size > 0 ? pooled() : undefined),
    forking,
    printing,
    impersonation: new Impersonation(),
  }
}
