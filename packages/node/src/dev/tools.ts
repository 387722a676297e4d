import type { Chain } from '../chain/chain.ts'
import { MovableClock, type Clock } from '../chain/clock.ts'
import { parseNodeID } from '../codec/ids.ts'
import type { Network } from '../network/network.ts'
import { LocalSigner } from '../p-chain/local-signer.ts'
import { paramsOf } from '../p-chain/open.ts'
import { signAddressed, type AddressedMessage } from '../p-chain/sign-warp.ts'
import { uptimes } from '../p-chain/state/records.ts'
import { PlatformState } from '../p-chain/state/state.ts'
import { reading, type Snapshot, type Store } from '../store/store.ts'
import { changesBack } from './revert.ts'

/** What a developer can do with a node of a local network beside what its API offers. */
export interface DevTools {
  /** Lets seconds pass, and resolves once every block is accepted that they ask for. */
  readonly advance: (seconds: number) => Promise<void>
  /** Builds a block on each chain that has something to accept. */
  readonly mine: () => Promise<void>
  /** Remembers the state of the whole node, time included; returns a name for it. */
  readonly snapshot: () => Promise<number>
  /** Takes all chains back to a state that was remembered. What waited for a block is refused. */
  readonly revert: (snapshot: number) => Promise<void>
  /** Sets what percentage of its time a validator was online: below 80 it is not rewarded. */
  readonly setUptime: (nodeID: string, percent: number) => Promise<void>
  /**
   * Signs a message of a chain for the P-Chain, as the validators of that chain's subnet would: what
   * RegisterL1ValidatorTx and SetL1ValidatorWeightTx carry.
   */
  readonly signWarp: (message: AddressedMessage) => Promise<Uint8Array>
  /** Signs for one more validator from now on: a BLS secret of 32 bytes. Returns its public key. */
  readonly addSigner: (secret: Uint8Array) => Uint8Array
}

/** What the tools reach for. */
export interface DevServices {
  readonly network: Network
  readonly clock: Clock
  readonly store: Promise<Store>
  readonly chains: ReadonlyMap<string, Promise<Chain>>
}

interface Remembered {
  readonly state: Snapshot
  readonly time: number
}

const MILLIONTHS_PER_PERCENT = 10_000

/** Tools for a running node. */
export function devTools(services: DevServices): DevTools {
  const { network, store, chains } = services
  const remembered: Remembered[] = []
  const signer = LocalSigner.ofLocalNetwork()
  const running = (): Promise<readonly Chain[]> => Promise.all(chains.values())
  const params = paramsOf(network)
  return {
    async advance(seconds) {
      const clock = movable(services.clock)
      clock.advance(seconds * 1000)
      await settled(clock, await running())
    },
    async mine() {
      for (const chain of await running()) await chain.produce()
    },
    async snapshot() {
      const resume = await paused(await running())
      remembered.push({ state: (await store).snapshot(), time: services.clock.now() })
      resume()
      return remembered.length - 1
    },
    async revert(name) {
      const found = remembered[name]
      if (found === undefined) throw new RangeError(`There is no snapshot ${name}`)
      const [opened, all] = [await store, await running()]
      const resume = await paused(all)
      try {
        await opened.write(await changesBack(opened, found.state))
        if (services.clock instanceof MovableClock) services.clock.set(found.time)
        for (const chain of all) await chain.reset()
      } finally {
        resume()
      }
    },
    async setUptime(text, percent) {
      const nodeID = parseNodeID(text)
      if (nodeID === undefined) throw new RangeError(`'${text}' is not a node ID`)
      const millionths = Math.round(percent * MILLIONTHS_PER_PERCENT)
      await (await store).write([uptimes.put(millionths, nodeID)])
    },
    async signWarp(message) {
      return reading(await store, (state) =>
        signAddressed(new PlatformState(state), params, signer, message),
      )
    },
    addSigner: (secret) => signer.add(secret),
  }
}

function movable(clock: Clock): MovableClock {
  if (clock instanceof MovableClock) return clock
  throw new Error('The node was started with a clock of the caller: move that one')
}

/** Resolves once no alarm is due and no block is being built. */
async function settled(clock: MovableClock, chains: readonly Chain[]): Promise<void> {
  do {
    await new Promise((resolve) => setTimeout(resolve, 1))
    for (const chain of chains) await chain.idle()
  } while (clock.next !== undefined && clock.next <= clock.now())
}

async function paused(chains: readonly Chain[]): Promise<() => void> {
  const resumes = await Promise.all(chains.map((chain) => chain.pause()))
  return () => {
    for (const resume of resumes) resume()
  }
}
