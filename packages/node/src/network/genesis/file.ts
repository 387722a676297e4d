import { readFile } from 'node:fs/promises'
import { parseLossless } from '@rpcloom/rpc/server'
import { parseBareAddress } from '../../codec/address.ts'
import type { NodeIDBytes, ShortID } from '../../codec/field.ts'
import { hexShortID, parseNodeID } from '../../codec/ids.ts'
import {
  GenesisError,
  supplyOf,
  type Allocation,
  type GenesisConfig,
  type LockedAmount,
  type Staker,
} from './config.ts'

/** Reads a genesis file in the format of public nodes. Throws a {@link GenesisError} if it is invalid. */
export async function readGenesis(file: string): Promise<GenesisConfig> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new GenesisError(`Cannot read the genesis ${file}: ${reason}`)
  })
  return parseGenesis(text, file)
}

/** Parses a genesis. Error messages start with `name`. */
export function parseGenesis(text: string, name: string): GenesisConfig {
  let json: unknown
  try {
    json = parseLossless(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new GenesisError(`${name} is not valid JSON: ${reason}`)
  }
  const config = genesis(new Place(json, name))
  check(config, name)
  return config
}

function genesis(root: Place): GenesisConfig {
  return {
    networkID: root.at('networkID').integer(0xffff_ffff),
    allocations: root.at('allocations').list(allocation),
    startTime: root.at('startTime').amount(),
    initialStakeDuration: root.at('initialStakeDuration').amount(),
    initialStakeDurationOffset: root.at('initialStakeDurationOffset').amount(),
    initialStakedFunds: root.at('initialStakedFunds').list((place) => place.address()),
    initialStakers: root.at('initialStakers').list(staker),
    cChainGenesis: root.at('cChainGenesis').text(),
    message: root.at('message').text(),
  }
}

function allocation(place: Place): Allocation {
  const neutral = place.at('address')
  return {
    ethAddress: hexShortID(place.at('ethAddr').hex(20)),
    address: (neutral.given ? neutral : place.at('avaxAddr')).address(),
    initialAmount: place.at('initialAmount').amount(),
    unlockSchedule: place.at('unlockSchedule').list(lockedAmount),
  }
}

function lockedAmount(place: Place): LockedAmount {
  const locktime = place.at('locktime')
  return { amount: place.at('amount').amount(), locktime: locktime.given ? locktime.amount() : 0n }
}

function staker(place: Place): Staker {
  const signer = place.at('signer')
  return {
    nodeID: place.at('nodeID').nodeID(),
    rewardAddress: place.at('rewardAddress').address(),
    delegationFee: place.at('delegationFee').integer(1_000_000),
    ...(signer.given && {
      signer: {
        publicKey: Buffer.from(signer.at('publicKey').hex(48), 'hex'),
        proofOfPossession: Buffer.from(signer.at('proofOfPossession').hex(96), 'hex'),
      },
    }),
  }
}

const MAX_AMOUNT = 2n ** 64n - 1n

function check(config: GenesisConfig, name: string): void {
  const refuse = (reason: string): never => {
    throw new GenesisError(`${name}: ${reason}`)
  }
  if (supplyOf(config) > MAX_AMOUNT) refuse('the allocations add up to more than 2^64-1')
  if (!config.allocations.some(({ initialAmount }) => initialAmount > 0n))
    refuse('the allocations contain no X-Chain amount; at least one is required')
  if (config.initialStakers.length > 0) checkStake(config, refuse)
}

function checkStake(
  { allocations, initialStakers, initialStakedFunds, ...times }: GenesisConfig,
  refuse: (reason: string) => never,
): void {
  const owners = new Set(allocations.map(({ address }) => address))
  if (!initialStakedFunds.some((address) => owners.has(address)))
    refuse('no address in initialStakedFunds has an allocation')
  const offsets = times.initialStakeDurationOffset * BigInt(initialStakers.length - 1)
  if (offsets >= times.initialStakeDuration)
    refuse('initialStakeDurationOffset is too large: the last validator would end before it starts')
}

/** A value of the file with its path. */
class Place {
  readonly #value: unknown
  readonly #path: string

  constructor(value: unknown, path: string) {
    this.#value = value
    this.#path = path
  }

  get given(): boolean {
    return this.#value !== undefined && this.#value !== null
  }

  at(member: string): Place {
    const value = this.#value
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.#refuse('an object')
    const found = Object.entries(value).find(([name]) => name === member)
    return new Place(found?.[1], `${this.#path}: ${member}`)
  }

  list<T>(read: (place: Place) => T): readonly T[] {
    const value = this.#value
    if (!Array.isArray(value)) return this.#refuse('a list')
    return value.map((item: unknown, at) => read(new Place(item, `${this.#path}[${at}]`)))
  }

  text(): string {
    return typeof this.#value === 'string' ? this.#value : this.#refuse('text')
  }

  amount(): bigint {
    const text = String(this.#value)
    const value = /^\d{1,20}$/.test(text) ? BigInt(text) : undefined
    return value !== undefined && value <= MAX_AMOUNT
      ? value
      : this.#refuse('an integer from 0 to 2^64-1')
  }

  integer(max: number): number {
    const text = String(this.#value)
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    return value <= max ? value : this.#refuse(`an integer from 0 to ${max}`)
  }

  hex(length: number): string {
    const text = this.text().toLowerCase().replace(/^0x/, '')
    return text.length === 2 * length && /^[0-9a-f]*$/.test(text)
      ? text
      : this.#refuse(`${length} bytes in hex`)
  }

  /** Parses an address of any network, with or without a chain prefix. */
  address(): ShortID {
    const bare = this.text().replace(/^[A-Za-z0-9]+-/, '')
    return parseBareAddress(bare)?.shortID ?? this.#refuse('an address')
  }

  nodeID(): NodeIDBytes {
    return parseNodeID(this.text()) ?? this.#refuse('a node ID')
  }

  #refuse(wanted: string): never {
    throw new GenesisError(`${this.#path} must be ${wanted}`)
  }
}
