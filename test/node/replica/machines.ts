import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, http, isRpcError, RpcError, type Client } from '@native-node/client'
import { hashID } from '../../../packages/node/src/crypto/hashes.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { ownerOf } from '../../../packages/node/src/owner.ts'
import { openLevelStore } from '../../../packages/node/src/store/level-store.ts'
import type { Ownership } from '../../../packages/node/src/store/ownership.ts'
import { scanPages } from '../../../packages/node/src/store/store.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { base as baseOnP, signedBy, spend, sum } from '../p-chain/wallet.ts'
import { sendRequest } from '../requests.ts'
import { spawnNode, type SpawnedNode } from '../spawn-node.ts'
import { freePort } from '../store/log/postgres.ts'
import {
  coinsOn,
  issueSigned,
  nonceOf,
  onC,
  type ChainName,
  type Coin,
  type Signed,
} from '../world/world.ts'
import { allBy, amount, base, FEE, funded, input, signedBytes, unspent } from '../x-chain/wallet.ts'

/** Time in milliseconds for the response to a transaction, so that a frozen node holds a caller only for a moment. */
const RESPONSE_MS = 1000

/** A node in a process of its own. */
export interface Machine {
  readonly name: string
  readonly url: string
  /** Folder of its chain data. */
  readonly folder: string
  readonly client: Client
  /** A client for transactions, which does not wait long for a response. */
  readonly sender: Client
  readonly spawned: SpawnedNode
}

export interface MachineOptions {
  readonly role?: 'writer' | 'standby' | 'replica'
  /** URL of the database. */
  readonly log?: string
  readonly flags?: readonly string[]
}

/** Nodes that share a log. They end together with the test. */
export class Machines {
  readonly all = new Map<string, Machine>()
  readonly #folder = temporaryFolder({})
  readonly #log: string
  readonly #leaseMs: number
  readonly #ports = new Map<string, number>()

  constructor(log: string, leaseMs: number) {
    this.#log = log
    this.#leaseMs = leaseMs
  }

  folderOf(name: string): string {
    return join(this.#folder, name)
  }

  /** Starts a node, again if it has ended. Resolves once it is ready. */
  async start(name: string, options: MachineOptions = {}): Promise<Machine> {
    const { role = 'standby', log = this.#log, flags = [] } = options
    const port = this.#ports.get(name) ?? (await freePort())
    this.#ports.set(name, port)
    const url = `http://127.0.0.1:${port}`
    const args = {
      port,
      'data-dir': this.folderOf(name),
      'log-store': log,
      'log-role': role,
      'log-url': url,
      'log-lease': `${this.#leaseMs}ms`,
      'required-disk-bytes': 0,
      'log-level': 'error',
    }
    const given = Object.entries(args).map(([flag, value]) => `--${flag}=${value}`)
    const spawned = spawnNode(...given, ...flags)
    const machine = {
      name,
      url,
      folder: join(this.folderOf(name), 'db'),
      client: createClient({ transport: http(url) }),
      sender: createClient({ transport: http(url, { timeoutMs: RESPONSE_MS }) }),
      spawned,
    }
    await spawned.url
    while ((await statusOf(machine, 'readiness')) !== 200) await sleep(20)
    this.all.set(name, machine)
    return machine
  }

  /** Returns the node with the role of the writer. */
  async writer(): Promise<Machine> {
    for (;;) {
      for (const machine of this.all.values())
        if ((await metric(machine, 'node_log_role{role="writer"}')) === 1) return machine
      await sleep(20)
    }
  }

  async end(machine: Machine, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    machine.spawned.child.kill(signal)
    await machine.spawned.ended
  }

  /** Ends all nodes. Returns the seal and the digest of the content of each of them. */
  async digests(): Promise<readonly string[]> {
    const machines = [...this.all.values()]
    await Promise.all(machines.map((machine) => this.end(machine)))
    return Promise.all(machines.map(({ folder }) => digestOf(folder)))
  }
}

/** Returns the status of a health path; 0 if the node does not respond. */
export async function statusOf({ url }: { readonly url: string }, path: string): Promise<number> {
  return sendRequest(`${url}/ext/health/${path}`).then(
    ({ status }) => status,
    () => 0,
  )
}

/** Returns a metric of a node; undefined if it does not respond. */
export async function metric(
  { url }: { readonly url: string },
  name: string,
): Promise<number | undefined> {
  const response = await fetch(`${url}/ext/metrics`, { signal: AbortSignal.timeout(1000) }).catch(
    () => undefined,
  )
  const lines = (await response?.text())?.split('\n') ?? []
  const line = lines.find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length))
}

export const owner: Ownership = ownerOf(networkOf(localGenesis))

/** Returns the seal of a folder and a digest of all of its entries. */
export async function digestOf(folder: string): Promise<string> {
  const store = await openLevelStore(folder, owner, { sync: false })
  try {
    const { count, digest } = await store.seal()
    const content = createHash('sha256')
    for await (const entries of scanPages(store, new Uint8Array()))
      for (const { key, value } of entries) if (key[0] !== 0) content.update(key).update(value)
    return `${count} ${Buffer.from(digest).toString('hex')} ${content.digest('hex')}`
  } finally {
    await store.close()
  }
}

export interface Acknowledged {
  readonly chain: ChainName
  readonly txID: string
  /** Name of the node that responded. */
  readonly by: string
  /** When the request was sent, and when the response arrived (`performance.now()`). */
  readonly began: number
  readonly at: number
}

type Source = () => Promise<Signed>

/** Sends transactions on all chains to any node that accepts them, each after the one before it on its chain. */
export class Load {
  readonly acknowledged: Acknowledged[] = []
  readonly #machines: Machines
  readonly #stopped = new AbortController()
  #running: Promise<unknown> = Promise.resolve()
  #failure: { readonly error: unknown; readonly at: number } | undefined

  constructor(machines: Machines) {
    this.#machines = machines
  }

  /** `pauses` are the milliseconds between the transactions of each chain; the P-Chain has gas for ten each second. */
  async start(
    pauses: Readonly<Record<ChainName, number>> = { X: 20, P: 150, C: 20 },
  ): Promise<void> {
    const { client } = await this.#machines.writer()
    const [x, p, c] = [await onX(client), await onP(client), await onEvm(client)]
    this.#running = Promise.all([
      this.#send(x, pauses.X),
      this.#send(p, pauses.P),
      this.#send(c, pauses.C),
    ])
  }

  /** Waits for an acknowledged transaction that was sent after a time. Returns the milliseconds until then. */
  async progress(since = performance.now()): Promise<number> {
    for (;;) {
      const one = this.acknowledged.findLast(({ began }) => began >= since)
      if (one !== undefined) {
        const first = this.acknowledged.find(({ began }) => began >= since) ?? one
        return first.at - since
      }
      if (performance.now() - since > 60_000)
        throw new Error('no transaction was acknowledged', { cause: this.#failure?.error })
      await sleep(5)
    }
  }

  /** Returns the fault of the last error, if it is after a time. */
  faultSince(since: number): unknown {
    const { error, at = 0 } = this.#failure ?? {}
    return at > since && error instanceof RpcError ? Object(error.data).fault : undefined
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #send(next: Source, pause: number): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      await this.#issue(await next())
      await sleep(pause)
    }
  }

  async #issue(signed: Signed): Promise<void> {
    for (let attempt = 0; !this.#stopped.signal.aborted; attempt++) {
      const machines = [...this.#machines.all.values()]
      const machine = machines[attempt % machines.length]
      const began = performance.now()
      try {
        if (machine === undefined) throw new Error('no node')
        const txID = await issueSigned(machine.sender, signed)
        const { chain } = signed
        this.acknowledged.push({ chain, txID, by: machine.name, began, at: performance.now() })
        return
      } catch (error) {
        // It was accepted, and the response was lost. One that is already known may still be dropped.
        if (isRpcError(error) && /nonce too low/.test(error.message)) return
        this.#failure = { error, at: performance.now() }
      }
      await sleep(20)
    }
  }
}

/** Transfers of the funded owner to itself, each of which spends the output of the one before. */
async function onX(client: Client): Promise<Source> {
  let utxo = (await unspent(client, funded)).find(
    ({ output }) => output.kind === 'secpTransferOutput',
  )
  return async () => {
    if (utxo?.output.kind !== 'secpTransferOutput') throw new Error('nothing to spend')
    const output = amount([funded], utxo.output.amount - FEE)
    const unsigned = { kind: 'baseTx' as const, ...base([input(utxo)], [output]) }
    const bytes = signedBytes(unsigned, allBy(funded, unsigned))
    utxo = { txID: hashID(bytes), outputIndex: 0, ...output }
    return { chain: 'X', bytes }
  }
}

/** More than a transfer on the P-Chain costs. */
const P_FEE = 1_000_000n

async function onP(client: Client): Promise<Source> {
  let coin: Coin | undefined = (await coinsOn(client, funded))[0]
  return async () => {
    if (coin?.output.kind !== 'secpTransferOutput') throw new Error('nothing to spend')
    const output = sum(funded, coin.output.amount - P_FEE)
    const tx = { kind: 'baseTx' as const, ...baseOnP([spend(coin)], [output]) }
    const bytes = signedBy(funded, tx)
    coin = { txID: hashID(bytes), outputIndex: 0, ...output }
    return { chain: 'P', bytes }
  }
}

async function onEvm(client: Client): Promise<Source> {
  let nonce = await nonceOf(client, funded)
  return () => onC(funded, nonce++, { to: `0x${'aa'.repeat(20)}`, value: 1n, gas: 21_000n })
}
