import { crc32 } from 'node:zlib'
import type { ForkConfigInput } from '@native-node/server/c-chain'
import type { Common } from '@ethereumjs/common'
import type { CChain } from '../../chain/c-chain.ts'
import { bytesOf, hexOf, quantityBytes } from '../../hex.ts'
import { errors } from './errors.ts'
import { quantity } from './format.ts'

/** Names of the precompiled contracts in EIP-7910, by their address as a number. */
const precompiles: readonly (readonly [number, string])[] = [
  [0x01, 'ECREC'],
  [0x02, 'SHA256'],
  [0x03, 'RIPEMD160'],
  [0x04, 'ID'],
  [0x05, 'MODEXP'],
  [0x06, 'BN254_ADD'],
  [0x07, 'BN254_MUL'],
  [0x08, 'BN254_PAIRING'],
  [0x09, 'BLAKE2F'],
  [0x0a, 'KZG_POINT_EVALUATION'],
  [0x0b, 'BLS12_G1ADD'],
  [0x0c, 'BLS12_G1MSM'],
  [0x0d, 'BLS12_G2ADD'],
  [0x0e, 'BLS12_G2MSM'],
  [0x0f, 'BLS12_PAIRING_CHECK'],
  [0x10, 'BLS12_MAP_FP_TO_G1'],
  [0x11, 'BLS12_MAP_FP2_TO_G2'],
  [0x100, 'P256VERIFY'],
]

/**
 * Returns the rules of the current, the next and the last fork (EIP-7910). The current fork is the
 * fork of the last accepted block.
 */
export async function forkConfigs(chain: CChain): Promise<{
  readonly current: ForkConfigInput
  readonly next: ForkConfigInput | null
  readonly last: ForkConfigInput | null
}> {
  const { rules, tip, archive, firstHeight } = chain.vm
  const genesis = await archive.byHeight(firstHeight)
  if (genesis === undefined) throw errors.headerNotFound()
  const { timestamp: start } = genesis.header
  const times = rules.forks.times.filter((time) => time > start)
  const at = (time: bigint): Promise<ForkConfigInput> => {
    const passed = [...rules.forks.blocks, ...times.filter((fork) => fork <= time)]
    const forkId = passed.reduce(
      (sum, fork) => crc32(word(fork), sum),
      crc32(bytesOf(genesis.hash)),
    )
    return forkConfig(chain, { time, start, forkId })
  }
  const next = times.find((time) => time > tip.header.timestamp)
  const active = times.findLast((time) => time <= tip.header.timestamp) ?? start
  return {
    current: await at(active),
    next: next === undefined ? null : await at(next),
    last: next === undefined ? null : await at(times.at(-1) ?? next),
  }
}

interface ForkPoint {
  readonly time: bigint
  readonly start: bigint
  readonly forkId: number
}

async function forkConfig(
  { vm }: CChain,
  { time, start, forkId }: ForkPoint,
): Promise<ForkConfigInput> {
  const { rules, tip } = vm
  const point = { number: tip.header.number, timestamp: time }
  const common = rules.commonAt(point)
  const machine = await vm.engine.open(tip.header.stateRoot, point)
  const known = new Set(machine.precompiles)
  return {
    activationTime: Number(time > start ? time : 0n),
    blobSchedule: rules.hasBlobs ? blobLimits(common) : null,
    chainId: quantity(rules.chainId),
    forkId: hexOf(word(BigInt(forkId)).subarray(4)),
    precompiles: Object.fromEntries(
      precompiles
        .map(([number, name]) => [name, `0x${number.toString(16).padStart(40, '0')}`] as const)
        .filter(([, address]) => known.has(address.slice(2))),
    ),
    systemContracts: rules.system?.contracts(common) ?? {},
  }
}

function blobLimits(common: Common): ForkConfigInput['blobSchedule'] {
  if (!common.isActivatedEIP(4844)) return null
  const gas = common.param('blobGasPerBlob')
  const limits = common.getBlobGasSchedule()
  return {
    target: Number(limits.targetBlobGasPerBlock / gas),
    max: Number(limits.maxBlobGasPerBlock / gas),
    baseFeeUpdateFraction: Number(limits.blobGasPriceUpdateFraction),
  }
}

function word(value: bigint): Uint8Array {
  const bytes = quantityBytes(value)
  const padded = new Uint8Array(8)
  padded.set(bytes, 8 - bytes.length)
  return padded
}
