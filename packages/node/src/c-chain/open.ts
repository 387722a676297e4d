import { readFile } from 'node:fs/promises'
import { BlockProducer } from '../chain/producer.ts'
import { readable } from '../chain/damaged.ts'
import type { ChainServices } from '../chain/module.ts'
import type { Store } from '../store/store.ts'
import type { Network } from '../network/network.ts'
import type { AtomicNetwork } from './atomic/form.ts'
import { atomicRules } from './atomic/rules.ts'
import type { CChain } from './chain/c-chain.ts'
import { parseGenesis } from './chain/genesis.ts'
import { nextHeader } from './chain/next-header.ts'
import { EvmPool, type PoolLimits } from './chain/pool.ts'
import { importBlocks } from './chain/import-blocks.ts'
import { ethereumRules, nativeRules } from './chain/rules.ts'
import { CVm, type CVmOptions } from './chain/vm.ts'
import { pooledPrefix } from './keys.ts'

/** Time limits of a request in milliseconds, for public nodes and for private nodes. */
const PUBLIC_TIMEOUT = 5_000
const LOCAL_TIMEOUT = 30_000

const PRUNE_AFTER = 20_000

export type CChainServices = Pick<ChainServices, 'network' | 'clock' | 'onFailure'> & {
  readonly settings: Pick<
    ChainServices['settings'],
    'blockTime' | 'evmGenesis' | 'importBlocks' | 'fixedBaseFee' | 'public' | 'pruningEnabled'
  >
  /** Returns the milliseconds between a transaction and its block; `settings.blockTime` by default. */
  readonly blockTime?: () => number
  readonly poolLimits?: Partial<PoolLimits>
  /** With `pruningEnabled`: number of trie nodes to write before old states are removed. */
  readonly pruneAfter?: number
}

export function openCChain(store: Store, services: CChainServices): Promise<CChain> {
  return openWith(store, services, (options) => new CVm(options))
}

/** Opens the C-Chain with the VM that `create` returns. */
export async function openWith<V extends CVm>(
  store: Store,
  services: CChainServices,
  create: (options: CVmOptions) => V,
): Promise<CChain<V>> {
  const { clock, settings, onFailure } = services
  const { genesis, rules, atomic } = await vmOptionsOf(services)
  const vm = create({
    rules,
    genesis,
    atomic,
    fixedBaseFee: settings.fixedBaseFee,
    pruneAfter: settings.pruningEnabled ? (services.pruneAfter ?? PRUNE_AFTER) : undefined,
  })
  await readable(vm.name, () => vm.open(store))
  if (settings.importBlocks !== undefined) {
    await importBlocks(vm, store, await readFile(settings.importBlocks))
  }
  const pool = new EvmPool({
    baseFee: () => nextHeader({ vm, clock }).baseFeePerGas ?? 0n,
    conflicts: atomic?.conflicts ?? (() => []),
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
  })
  return { vm, pool, producer, clock, callTimeout: callTimeoutOf(settings) }
}

/** Returns the time limit of a request in milliseconds. */
export function callTimeoutOf(settings: { readonly public: boolean }): number {
  return settings.public ? PUBLIC_TIMEOUT : LOCAL_TIMEOUT
}

/**
 * Returns the VM options with the genesis of the network or, for API tests, the genesis of the
 * configured Ethereum chain.
 */
export async function vmOptionsOf({
  network,
  settings,
}: Pick<CChainServices, 'network' | 'settings'>): Promise<CVmOptions> {
  if (settings.evmGenesis === undefined) {
    const genesis = genesisOf(network.genesis.cChainGenesis)
    const atomic = atomicRules(atomicNetwork(network))
    return { genesis, rules: nativeRules(genesis.chainId), atomic }
  }
  const text = await readFile(settings.evmGenesis, 'utf8')
  return {
    genesis: parseGenesis(text),
    rules: ethereumRules(JSON.parse(text)),
    atomic: undefined,
  }
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
