import type { ChainRegistry } from '../../chain/registry.ts'
import { nodeIDOf, parseID } from '../../codec/ids.ts'
import type { Network } from '../../network/network.ts'
import { LocalSigner } from '../local-signer.ts'
import { paramsOf } from '../open.ts'
import { signAddressed, UnknownChainError, type AddressedMessage } from '../sign-warp.ts'
import { uptimes } from '../state/records.ts'
import { PlatformState } from '../state/state.ts'
import { reading, type Store } from '../../store/store.ts'

/** Tools that do the work of the other validators of a development network. */
export interface PlatformTools {
  /** Sets the uptime of a validator in percent. Below 80, the validator is not rewarded. */
  readonly setUptime: (nodeID: string, percent: number) => Promise<void>
  /**
   * Signs a message from a chain to the P-Chain on behalf of the validators of its subnet, for use in
   * RegisterL1ValidatorTx and SetL1ValidatorWeightTx. Throws a RangeError if the chain does not exist, or if too few
   * secret keys of the validators are known.
   */
  readonly signWarp: (message: DevMessage) => Promise<Uint8Array>
  /** Adds the BLS secret key (32 bytes) of a validator for signing. Returns its public key. */
  readonly addSigner: (secret: Uint8Array) => Uint8Array
}

/** A message from a contract or account on a chain. */
export interface DevMessage extends Omit<AddressedMessage, 'sourceChainID'> {
  /** ID or alias. */
  readonly sourceChainID: string
}

const MILLIONTHS_PER_PERCENT = 10_000

/**
 * Creates the tools for the validators of a network. The validators of local networks can sign from
 * the start, because their secret keys are public.
 */
export function platformTools({
  store,
  network,
  registry,
}: {
  readonly store: Promise<Store>
  readonly network: Network
  readonly registry: ChainRegistry
}): PlatformTools {
  const signer = LocalSigner.ofLocalNetwork()
  const params = paramsOf(network)
  return {
    async setUptime(text, percent) {
      const nodeID = nodeIDOf(text)
      if (!(percent >= 0 && percent <= 100)) throw new RangeError(`${percent} is not a percentage`)
      const millionths = Math.round(percent * MILLIONTHS_PER_PERCENT)
      await (await store).write([uptimes.put(millionths, nodeID)])
    },
    async signWarp({ sourceChainID: name, ...message }) {
      const sourceChainID = registry.find(name)?.id ?? parseID(name)
      if (sourceChainID === undefined) throw new UnknownChainError(name)
      return reading(await store, (state) =>
        signAddressed(new PlatformState(state), params, signer, { sourceChainID, ...message }),
      )
    },
    addSigner: (secret) => signer.add(secret),
  }
}
