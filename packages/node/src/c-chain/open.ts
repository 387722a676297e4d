import { BlockProducer } from '../chain/producer.ts'
import { readable } from '../chain/damaged.ts'
import type { ChainServices } from '../chain/module.ts'
import type { Store } from '../store/store.ts'
import type { Network } from '../network/network.ts'
import { fileBytes } from '../settings/setting-file.ts'
import type { Settings } from '../settings/settings.ts'
import { SettingError } from '../settings/setting-error.ts'
import type { AtomicNetwork } from './atomic/form.ts'
import { atomicRules } from './atomic/rules.ts'
import type { CChain } from './chain/c-chain.ts'
import { parseGenesis } from './chain/genesis.ts'
import { nextHeader } from './chain/next-header.ts'
import { EvmPool, type PoolLimits } from './chain/pool.ts'
import { ImportError, importBlocks } from './chain/import-blocks.ts'
import type { Print } from './engine/console-log.ts'
import { nativeRules } from './chain/native-rules.ts'
import { CVm, type CVmOptions } from './chain/vm.ts'
import { pooledPrefix } from './tables.ts'
import { offloadedTx } from './workers/execute-tx.ts'
import { nativeProgram } from './workers/native-program.ts'
import { WorkerPool, type PoolOptions } from './workers/pool.ts'

/** Time limits of a request in milliseconds, for public nodes and for private nodes. */
const PUBLIC_TIMEOUT = 5_000
const LOCAL_TIMEOUT = 30_000

const PRUNE_AFTER = 20_000

export type CChainServices = Pick<
  ChainServices,
  'network' | 'clock' | 'onFailure' | 'onAccepted' | 'onWork' | 'onPrint'
> & {
  readonly settings: Pick<
    ChainServices['settings'],
    | 'blockTime'
    | 'importBlocks'
    | 'fixedBaseFee'
    | 'public'
    | 'pruningEnabled'
    | 'hardfork'
    | 'forkChainId'
  >
  /** Returns the milliseconds between a transaction and its block; `settings.blockTime` by default. */
  readonly blockTime?: () => number
  readonly poolLimits?: Partial<PoolLimits>
  /** With `pruningEnabled`: number of trie nodes to write before old states are removed. */
  readonly pruneAfter?: number
  readonly workers?: Omit<PoolOptions, 'program'>
  /** Receives what contracts print, in development mode. */
  readonly print?: Print
}

/** The chain to open: its rules, its genesis, and the program of its workers. */
export type ChainSource = Pick<CVmOptions, 'genesis' | 'rules' | 'atomic'> &
  Pick<PoolOptions, 'program'>

export function openCChain(
  store: Store,
  services: CChainServices,
  source: ChainSource = cChainOf(services.network, services.settings),
): Promise<CChain> {
  return openWith(store, services, { ...source, create: (options) => new CVm(options) })
}

/** Opens a chain with the VM that `create` returns. */
export async function openWith<V extends CVm>(
  store: Store,
  services: CChainServices,
  { create, program, ...source }: ChainSource & { readonly create: (options: CVmOptions) => V },
): Promise<CChain<V>> {
  const { clock, settings, onFailure } = services
  // Calls cannot delay blocks, which have a worker of their own.
  const blockWorkers = new WorkerPool({ program, size: 2 })
  const vm = create({
    ...source,
    execute: offloadedTx(blockWorkers),
    fixedBaseFee: settings.fixedBaseFee,
    prints: services.print !== undefined,
    pruneAfter: settings.pruningEnabled ? (services.pruneAfter ?? PRUNE_AFTER) : undefined,
  })
  await readable(vm.name, () => vm.open(store))
  if (settings.importBlocks !== undefined) {
    await imported(vm, store, settings.importBlocks)
  }
  const pool = new EvmPool({
    baseFee: () => nextHeader({ vm, clock }).baseFeePerGas ?? 0n,
    conflicts: source.atomic?.conflicts ?? (() => []),
    clock,
    ...(services.poolLimits && { limits: services.poolLimits }),
  })
  const producer = await BlockProducer.open({
    vm,
    store,
    prefix: pooledPrefix,
    pool,
    clock,
    blockTime: services.blockTime ?? settings.blockTime,
    onFailure,
    onAccepted: services.onAccepted,
  })
  const workers = new WorkerPool({ program, onTime: services.onWork, ...services.workers })
  producer.closing.addEventListener('abort', () => {
    workers.close()
    void producer.idle().then(() => blockWorkers.close())
  })
  const { print } = services
  return { vm, pool, producer, clock, workers, callTimeout: callTimeoutOf(settings), print }
}

async function imported(vm: CVm, store: Store, path: string): Promise<void> {
  const bytes = fileBytes('importBlocks', path)
  try {
    await importBlocks(vm, store, bytes)
  } catch (cause) {
    if (!(cause instanceof ImportError || cause instanceof RangeError)) throw cause
    throw new SettingError(`The blocks of --import-blocks cannot be used: ${cause.message}`, {
      cause,
    })
  }
}

/** Returns the time limit of a request in milliseconds. */
export function callTimeoutOf(settings: { readonly public: boolean }): number {
  return settings.public ? PUBLIC_TIMEOUT : LOCAL_TIMEOUT
}

/** Returns the rules and the genesis of the C-Chain of a network. */
export function cChainOf(
  network: Network,
  { hardfork, forkChainId }: Pick<Settings, 'hardfork' | 'forkChainId'>,
): ChainSource {
  const genesis = genesisOf(network.genesis.cChainGenesis)
  const atomic = atomicRules(atomicNetwork(network))
  const chainId = forkChainId === undefined ? genesis.chainId : BigInt(forkChainId)
  const rules = nativeRules(chainId, hardfork)
  return { genesis, rules, atomic, program: nativeProgram(chainId, hardfork) }
}

export function atomicNetwork({ id, hrp, chains, nativeAssetID }: Network): AtomicNetwork {
  return {
    networkID: id,
    hrp,
    blockchainID: chains.C,
    nativeAssetID,
    peers: new Set([chains.X, chains.P]),
  }
}

function genesisOf(text: string): ReturnType<typeof parseGenesis> {
  try {
    return parseGenesis(text)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    throw new RangeError(`cChainGenesis of the genesis file is not valid: ${error.message}`, {
      cause: error,
    })
  }
}
