import { readFile } from 'node:fs/promises'
import { parseLossless } from '@rpcloom/rpc/server'
import { parseBareAddress } from '../../codec/address.ts'
import { MAX_U64, type NodeIDBytes, type ShortID } from '../../codec/field.ts'
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
  const config = genesis(new GenesisValue(json, name))
  check(config, name)
  return config
}

function genesis(root: GenesisValue): GenesisConfig {
  return {
    networkID: root.member('networkID').integer(0xffff_ffff),
    allocations: root.member('allocations').list(allocation),
    startTime: root.member('startTime').amount(),
    initialStakeDuration: root.member('initialStakeDuration').amount(),
    initialStakeDurationOffset: root.member('initialStakeDurationOffset').amount(),
    initialStakedFunds: root.member('initialStakedFunds').list((value) => value.address()),
    initialStakers: root.member('initialStakers').list(staker),
    cChainGenesis: root.member('cChainGenesis').text(),
    message: root.member('message').text(),
  }
}

function allocation(value: GenesisValue): Allocation {
  const neutral = value.member('address')
  return {
    ethAddress: hexShortID(value.member('ethAddr').hex(20)),
    address: (neutral.isPresent ? neutral : value.member('avaxAddr')).address(),
    initialAmount: value.member('initialAmount').amount(),
    unlockSchedule: value.member('unlockSchedule').list(lockedAmount),
  }
}

function lockedAmount(value: GenesisValue): LockedAmount {
  const locktime = value.member('locktime')
  return {
    amount: value.member('amount').amount(),
    locktime: locktime.isPresent ? locktime.amount() : 0n,
  }
}

function staker(value: GenesisValue): Staker {
  const signer = value.member('signer')
  return {
    nodeID: value.member('nodeID').nodeID(),
    rewardAddress: value.member('rewardAddress').address(),
    delegationFee: value.member('delegationFee').integer(1_000_000),
    ...(signer.isPresent && {
      signer: {
        publicKey: Buffer.from(signer.member('publicKey').hex(48), 'hex'),
        proofOfPossession: Buffer.from(signer.member('proofOfPossession').hex(96), 'hex'),
      },
    }),
  }
}

function check(config: GenesisConfig, name: string): void {
  const fail = (reason: string): never => {
    throw new GenesisError(`${name}: ${reason}`)
  }
  if (supplyOf(config) > MAX_U64) fail('the allocations add up to more than 2^64-1')
  if (!config.allocations.some(({ initialAmount }) => initialAmount > 0n))
    fail('the allocations contain no X-Chain amount; at least one is required')
  if (config.initialStakers.length > 0) checkStake(config, fail)
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

/** A value in a genesis file, with its path for error messages. */
class GenesisValue {
  readonly #value: unknown
  readonly #path: string

  constructor(value: unknown, path: string) {
    this.#value = value
    this.#path = path
  }

  get isPresent(): boolean {
    return this.#value !== undefined && this.#value !== null
  }

  member(name: string): GenesisValue {
    const value = this.#value
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.#fail('an object')
    const found = Object.entries(value).find(([key]) => key === name)
    return new GenesisValue(found?.[1], `${this.#path}: ${name}`)
  }

  list<T>(read: (value: GenesisValue) => T): readonly T[] {
    const value = this.#value
    if (!Array.isArray(value)) return this.#fail('a list')
    return value.map((item: unknown, at) => read(new GenesisValue(item, `${this.#path}[${at}]`)))
  }

  text(): string {
    return typeof this.#value === 'string' ? this.#value : this.#fail('a string')
  }

  amount(): bigint {
    const text = String(this.#value)
    const value = /^\d{1,20}$/.test(text) ? BigInt(text) : undefined
    return value !== undefined && value <= MAX_U64
      ? value
      : this.#fail('an integer from 0 to 2^64-1')
  }

  integer(max: number): number {
    const text = String(this.#value)
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    return value <= max ? value : this.#fail(`an integer from 0 to ${max}`)
  }

  hex(length: number): string {
    const text = this.text().toLowerCase().replace(/^0x/, '')
    return text.length === 2 * length && /^[0-9a-f]*$/.test(text)
      ? text
      : this.#fail(`${length} bytes in hex`)
  }

  /** Parses an address of any network, with or without a chain prefix. */
  address(): ShortID {
    const bare = this.text().replace(/^[A-Za-z0-9]+-/, '')
    return parseBareAddress(bare)?.shortID ?? this.#fail('a bech32 address of 20 bytes')
  }

  nodeID(): NodeIDBytes {
    return parseNodeID(this.text()) ?? this.#fail('a node ID: `NodeID-` and 20 bytes in cb58')
  }

  #fail(expected: string): never {
    throw new GenesisError(`${this.#path} must be ${expected}`)
  }
}
