import { SettingError } from '../../../settings/setting-error.ts'
import { put, type Change, type Reader } from '../../../store/store.ts'
import type { Hex } from '../../hex.ts'
import { last, startKey } from '../../tables.ts'
import type { Fork, ForkPoint } from './fork.ts'

/** How the stored chain began. */
export interface Start {
  /** Undefined in data of earlier versions. */
  readonly hardfork?: string | undefined
  readonly chainId?: bigint | undefined
  readonly fork?: ForkPoint | undefined
}

/** Reads how the stored chain began; undefined if there is none. */
export async function readStart(store: Reader): Promise<Start | undefined> {
  const bytes = await store.get(startKey)
  if (bytes === undefined) return (await last.get(store)) === undefined ? undefined : {}
  const { hardfork, chainId, fork } = JSON.parse(Buffer.from(bytes).toString()) as StoredStart
  return {
    hardfork,
    chainId: BigInt(chainId),
    fork: fork && { ...fork, chainId: BigInt(fork.chainId), number: BigInt(fork.number) },
  }
}

interface StoredStart {
  readonly hardfork: string
  readonly chainId: string
  readonly fork?: { readonly chainId: string; readonly number: string; readonly hash: Hex }
}

export function startChange({ hardfork, chainId, fork }: Start): Change {
  const stored = fork && {
    chainId: String(fork.chainId),
    number: String(fork.number),
    hash: fork.hash,
  }
  const start = { hardfork, chainId: String(chainId), fork: stored }
  return put(startKey, Buffer.from(JSON.stringify(start)))
}

/** Knows which chain is forked. Resets and reverts can change that. */
export class Forking {
  /** The fork that a new chain begins with. */
  #next: Fork | undefined
  #current: Fork | undefined
  #isOpen = false
  /** Forks of this process, by the hash of their block. */
  readonly #known = new Map<Hex, Fork>()

  constructor(fork: Fork | undefined) {
    this.begin(fork)
  }

  get current(): Fork | undefined {
    return this.#current
  }

  /** Chooses the fork that the next new chain begins with; undefined for none. */
  begin(fork: Fork | undefined): void {
    this.#next = fork
    if (fork !== undefined) this.#known.set(fork.hash, fork)
  }

  /** Replaces the node of the current fork by another node with the same block. */
  replace(fork: Fork): void {
    this.begin(fork)
    this.#current = fork
  }

  /** Follows the stored chain. Throws a {@link SettingError} if it continues another block. */
  follow(stored: Start | undefined): void {
    if (stored === undefined) this.#current = this.#next
    else if (!this.#isOpen && stored.fork?.hash !== this.#next?.hash)
      throw new SettingError(differs(stored.fork, this.#next))
    else this.#current = this.#fork(stored.fork)
    this.#isOpen = true
  }

  #fork(stored: ForkPoint | undefined): Fork | undefined {
    if (stored === undefined) return undefined
    const fork = this.#known.get(stored.hash)
    if (fork === undefined) throw new SettingError(differs(stored, undefined))
    return fork
  }
}

function differs(stored: ForkPoint | undefined, given: ForkPoint | undefined): string {
  const found = given === undefined ? 'no fork was requested' : `--fork-url has ${described(given)}`
  return stored === undefined
    ? 'The stored chain is no fork. Start it without --fork-url, or choose another --data-dir.'
    : `The stored chain continues ${described(stored)}, but ${found}. Start it with the same --fork-url and --fork-block, or choose another --data-dir.`
}

function described({ chainId, number, hash }: ForkPoint): string {
  return `block ${number} of chain ${chainId} (${hash})`
}
