import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { SharedRedis } from '@rpcloom/redis'
import type { MetricFamily } from '@rpcloom/rpc/metrics'
import type { Chain } from '../chain/chain.ts'
import type { CurrentValidators } from '../chain/module.ts'
import type { Health } from '../health/monitors.ts'
import type { ReplicatedStore } from '../store/log/replicated-store.ts'
import type { Disk } from './disk.ts'

/** What the metrics of a node are read from. */
export interface Measured {
  readonly version: string
  readonly networkID: number
  readonly health: Health
  /** Primary aliases of the chains that this node runs. */
  readonly chains: readonly string[]
  /** The chains that are open, by primary alias. */
  readonly running: () => ReadonlyMap<string, Chain>
  /** Prices of gas by primary alias, of the chains that are open and have prices. */
  readonly gasPrices: () => Promise<ReadonlyMap<string, bigint>>
  readonly validators: CurrentValidators
  readonly disk: () => Promise<Disk | undefined>
  /** The store that follows a log; undefined without a log, or before it is open. */
  readonly log: () => Promise<ReplicatedStore | undefined>
  /** What nodes share; undefined without Redis. */
  readonly redis: Pick<SharedRedis, 'families'> | undefined
  /** Called when something cannot be read. Its metrics are left out. */
  readonly onFailure: (error: unknown) => void
}

/** Reads a part of the metrics; undefined if it fails, as a broken disk must not hide all others. */
async function partOf<T>({ onFailure }: Measured, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    onFailure(error)
    return undefined
  }
}

const delay = monitorEventLoopDelay({ resolution: 20 })

/** Reads the metrics of the process, the data folder, the health checks and the chains. */
export async function nodeFamilies(measured: Measured): Promise<readonly MetricFamily[]> {
  const [chains, process, store] = await Promise.all([
    chainFamilies(measured),
    processFamilies(),
    storeFamilies(measured),
  ])
  const { version, networkID } = measured
  const build = { version, node: globalThis.process.version, network: String(networkID) }
  return [
    gauge('node_build_info', 'Version of the node, always 1', [[build, 1]]),
    ...process,
    ...store,
    ...logFamilies(await measured.log()),
    ...(measured.redis?.families('node') ?? []),
    ...healthFamilies(measured.health),
    ...chains,
  ]
}

type Values = MetricFamily['values']

function gauge(name: string, help: string, values: Values): MetricFamily {
  return { name, type: 'gauge', help, values }
}

function counter(name: string, help: string, values: Values): MetricFamily {
  return { name, type: 'counter', help, values }
}

async function processFamilies(): Promise<readonly MetricFamily[]> {
  delay.enable()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  const started = performance.timeOrigin / 1000
  const descriptors = await openDescriptors()
  const lag = delay.percentile(99) / 1e9
  delay.reset()
  return [
    counter('process_cpu_seconds_total', 'CPU time of the process', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory', rss),
    gauge('process_start_time_seconds', 'Start of the process, in Unix seconds', started),
    ...(descriptors === undefined
      ? []
      : [gauge('process_open_fds', 'Open file descriptors', descriptors)]),
    gauge('nodejs_heap_used_bytes', 'Used heap of the main thread', heapUsed),
    gauge(
      'nodejs_heap_limit_bytes',
      'Size that the heap of the main thread can reach',
      getHeapStatistics().heap_size_limit,
    ),
    gauge('nodejs_external_memory_bytes', 'Memory outside of the heap', external),
    gauge(
      'nodejs_eventloop_lag_p99_seconds',
      'Delay of the main thread since the last scrape, 99th percentile',
      Number.isFinite(lag) ? lag : 0,
    ),
  ]
}

/** Returns the number of open file descriptors; undefined on systems without /proc. */
async function openDescriptors(): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  return (await readdir('/proc/self/fd')).length
}

async function storeFamilies(measured: Measured): Promise<readonly MetricFamily[]> {
  const used = await partOf(measured, measured.disk)
  if (used === undefined) return []
  const { stores, free } = used
  return [
    gauge(
      'node_store_bytes',
      'Size of the files of a store',
      [...stores].map(([store, bytes]) => [{ store }, bytes]),
    ),
    gauge('node_disk_free_bytes', 'Free space on the disk of the data folder', free),
  ]
}

function logFamilies(log: ReplicatedStore | undefined): readonly MetricFamily[] {
  if (log === undefined) return []
  const { batches, seconds } = log.lag()
  const role = log.role()
  return [
    gauge(
      'node_log_position',
      'Number of the last applied batch of the log',
      Number(log.position()),
    ),
    gauge('node_log_lag_batches', 'Batches of the log that are not applied', Number(batches)),
    gauge('node_log_lag_seconds', 'Time since the node was known to be up to date', seconds),
    gauge('node_log_role', 'Role of the node, always 1', [[{ role }, 1]]),
  ]
}

function healthFamilies({ health, readiness }: Health): readonly MetricFamily[] {
  const { checks } = health.report()
  const names = Object.keys(checks)
  return [
    gauge(
      'node_health_check_failing',
      'Whether a health check fails',
      // A check that has not run yet has not failed.
      names.map((check) => {
        const isFailing = checks[check]?.error !== undefined && health.failuresOf(check) > 0
        return [{ check }, isFailing ? 1 : 0]
      }),
    ),
    counter(
      'node_health_check_failures_total',
      'Runs of a health check that failed',
      names.map((check) => [{ check }, health.failuresOf(check)]),
    ),
    gauge('node_ready', 'Whether the node is ready', readiness.report().healthy ? 1 : 0),
  ]
}

async function chainFamilies(measured: Measured): Promise<readonly MetricFamily[]> {
  const { chains, running, gasPrices, validators } = measured
  const open = running()
  const prices = [...((await partOf(measured, gasPrices)) ?? [])]
  const of = (read: (chain: Chain) => number): Values =>
    [...open].map(([chain, one]) => [{ chain }, read(one)])
  // Before all chains are open, nobody knows the validators.
  const primary =
    open.size === chains.length ? await partOf(measured, () => validators()) : undefined
  return [
    gauge(
      'node_chain_ready',
      'Whether a chain is open',
      chains.map((chain) => [{ chain }, open.has(chain) ? 1 : 0]),
    ),
    gauge(
      'node_chain_last_accepted_height',
      'Height of the last accepted block',
      of((chain) => Number(chain.tip().height)),
    ),
    gauge(
      'node_chain_last_accepted_timestamp_seconds',
      'Time of the last accepted block, in Unix seconds',
      of((chain) => Number(chain.tip().time)),
    ),
    gauge(
      'node_chain_pending_transactions',
      'Transactions that wait for a block',
      of((chain) => chain.pending().count),
    ),
    gauge(
      'node_chain_oldest_pending_timestamp_seconds',
      'Arrival of the oldest pending transaction, in Unix seconds; 0 without one',
      of((chain) => (chain.pending().since ?? 0) / 1000),
    ),
    counter(
      'node_chain_accepted_blocks_total',
      'Blocks accepted since the start',
      of((chain) => chain.production().blocks),
    ),
    counter(
      'node_chain_accepted_transactions_total',
      'Transactions accepted since the start',
      of((chain) => chain.production().transactions),
    ),
    counter(
      'node_chain_block_seconds_total',
      'Time to build and write blocks since the start',
      of((chain) => chain.production().seconds),
    ),
    gauge(
      'node_chain_gas_price',
      'Price of gas in the smallest unit of the native asset of the chain',
      prices.map(([chain, price]) => [{ chain }, Number(price)]),
    ),
    ...(primary === undefined
      ? []
      : [
          gauge('node_validators', 'Validators of the Primary Network', primary.length),
          gauge(
            'node_validators_weight',
            'Stake of the validators of the Primary Network, in nNATIVE',
            primary.reduce((sum, { weight }) => sum + Number(weight), 0),
          ),
        ]),
  ]
}
