import { createClient, http, type Client, type Transport } from '@native-node/client'
import {
  Logger,
  memoryStore,
  type NodeOptions,
  type RunningNode,
  type Store,
} from '@native-node/node'
import { funded, startNode } from '@native-node/node/testing'
import { afterAll, onTestFinished } from 'vitest'
import { sendRequest, type HttpResponse } from '../requests.ts'
import { SharedLog, type LogMember } from './shared-log.ts'
import { transfer } from './transfers.ts'

/** A node that follows a {@link SharedLog}. */
export interface ReplicaNode extends RunningNode {
  readonly store: LogMember
  readonly transport: Transport
  readonly client: Client
  /** Sends a JSON-RPC request to a path. */
  readonly send: (
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<HttpResponse>
  /** Calls a method of the EVM; resolves with the whole response. */
  readonly evm: (method: string, ...params: readonly unknown[]) => Promise<EvmReply>
}

export interface EvmReply {
  readonly result?: unknown
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data?: Readonly<Record<string, unknown>>
  }
}

export const EVM = '/ext/bc/C/rpc'

/** Starts a node that is closed when the test ends. */
export async function replicaNode(
  log: SharedLog,
  options: NodeOptions = {},
  store: LogMember = log.member(),
): Promise<ReplicaNode> {
  const node = await started(log, options, store)
  onTestFinished(() => node.close())
  return node
}

async function started(
  log: SharedLog,
  options: NodeOptions,
  store: LogMember,
): Promise<ReplicaNode> {
  if (log.writer === undefined) await log.takeOver(store)
  await store.follow()
  const openStore = async (content: 'chain' | 'node'): Promise<Store> =>
    content === 'chain' ? store : memoryStore()
  // Nodes that lose their role report the failed block.
  const logger = new Logger('error', () => {})
  const node = await startNode({ requiredDiskBytes: 0, logger, openStore, ...options })
  store.url = node.url
  const transport = http(node.url)
  const send: ReplicaNode['send'] = (path, body, headers = {}) =>
    sendRequest(node.url + path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  return {
    ...node,
    store,
    transport,
    client: createClient({ transport }),
    send,
    async evm(method, ...params) {
      const response = await send(EVM, { jsonrpc: '2.0', id: 1, method, params })
      return response.json() as EvmReply
    },
  }
}

type Cluster = readonly [ReplicaNode, ...ReplicaNode[]]

/** A writer and replicas. */
export async function cluster(replicas: number, options: NodeOptions = {}): Promise<Cluster> {
  const log = new SharedLog()
  const writer = await replicaNode(log, options)
  const others: ReplicaNode[] = []
  for (let at = 0; at < replicas; at++) others.push(await replicaNode(log, options))
  return [writer, ...others]
}

/** Starts a writer and a replica that the tests of a file share, and whose roles they do not change. */
export function sharedPair(): () => Promise<readonly [ReplicaNode, ReplicaNode]> {
  const log = new SharedLog()
  let pair: Promise<readonly [ReplicaNode, ReplicaNode]> | undefined
  afterAll(async () => {
    for (const node of (await pair) ?? []) await node.close()
  })
  const start = async () =>
    [await started(log, {}, log.member()), await started(log, {}, log.member())] as const
  return () => (pair ??= start())
}

/** Returns a signed transfer with the next nonce of its account. */
export async function nextTransfer(
  { evm }: ReplicaNode,
  fields: object = {},
): Promise<`0x${string}`> {
  const { result } = await evm('eth_getTransactionCount', funded.evmAddress, 'latest')
  return transfer(Number(result), fields)
}
