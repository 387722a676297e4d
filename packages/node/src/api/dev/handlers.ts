import { rpcErrors } from '@native-node/server'
import type { DevHandlers } from '@native-node/server/dev'
import { invalidParam, nodeParam } from '../../chain/params.ts'
import { UnknownChainError } from '../../p-chain/sign-warp.ts'
import type { NodeDevTools } from '../../dev/dev-tools.ts'
import { turn } from '../../scheduling/turn.ts'
import { explainAddress, type KnownAddresses } from './explain-address.ts'

const errors = rpcErrors.dev
const SECOND = 1000
/** Maximum number of seconds to advance in one call. */
const LONGEST = 0xffff_ffffn

export function devHandlers(dev: NodeDevTools, known: KnownAddresses): DevHandlers {
  const seconds = (): bigint => BigInt(Math.floor(dev.now() / SECOND))
  return {
    getTime: () => ({ time: seconds() }),
    async advanceTime(params, { signal }) {
      await dev.advance(params.seconds * SECOND, signal)
      return { time: seconds() }
    },
    async setTime({ time }, { signal }) {
      if (time < seconds()) throw errors.timeInThePast()
      if (time - seconds() > LONGEST)
        throw invalidParam('/time', 'must be at most 2^32 - 1 seconds after the time of the node')
      await dev.advance(Math.max(0, Number(time) * SECOND - dev.now()), signal)
      return { time: seconds() }
    },
    produceBlocks: () => dev.produce(),
    async snapshot() {
      return { snapshotID: BigInt(await dev.snapshot()) }
    },
    async revert({ snapshotID }) {
      if (!(await dev.revert(Number(snapshotID)))) throw errors.snapshotNotFound()
    },
    async fund({ address, amount }) {
      if (amount === 0n) throw invalidParam('/amount', 'must be at least 1')
      if (!(await dev.fund(address, amount))) {
        const problem = explainAddress(address, known)
        throw errors.invalidAddress(undefined, `couldn't parse address '${address}': ${problem}`)
      }
    },
    getSupplyChange: () => dev.supplyChange(),
    async setUptime({ nodeID, uptime }) {
      nodeParam(nodeID, '/nodeID')
      await dev.setUptime(nodeID, uptime)
    },
    async signWarpMessage({ sourceChainID, sourceAddress, payload }) {
      // All validators sign, which takes as long as a time slice: one message at a time.
      await turn()
      const message = {
        sourceChainID,
        sourceAddress: bytesOf(sourceAddress),
        payload: bytesOf(payload),
      }
      try {
        return { message: hexOf(await dev.signWarp(message)) }
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        const reason =
          error instanceof UnknownChainError ? errors.unknownChain : errors.signersUnknown
        throw reason(undefined, error.message)
      }
    },
    addWarpSigner({ secretKey }) {
      try {
        return { publicKey: hexOf(dev.addSigner(bytesOf(secretKey))) }
      } catch {
        // Drop the original error: its message contains the secret key as a number.
        throw errors.invalidSecretKey()
      }
    },
  }
}

function bytesOf(hex: string): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex')
}

function hexOf(bytes: Uint8Array): `0x${string}` {
  return `0x${Buffer.from(bytes).toString('hex')}`
}
