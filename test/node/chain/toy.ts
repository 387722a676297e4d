import type { Change, Store } from '@native-node/node'
import { Mempool } from '../../../packages/node/src/chain/mempool.ts'
import { BlockProducer, type AcceptedBlocks } from '../../../packages/node/src/chain/producer.ts'
import { Refusal, refusalOf } from '../../../packages/node/src/chain/refusal.ts'
import type { MovableClock } from '../../../packages/node/src/chain/clock.ts'
import type {
  AcceptedBlock,
  BuildInput,
  Built,
  BuiltBlock,
  ChainTx,
  FollowedBlock,
  FollowInput,
  Tip,
  Vm,
  RefusedTx,
} from '../../../packages/node/src/chain/vm.ts'
import { u64 } from '../../../packages/node/src/codec/bytes.ts'
import type { ID } from '../../../packages/node/src/codec/field.ts'
import { ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { hashID } from '../../../packages/node/src/crypto/hashes.ts'
import { Overlay } from '../../../packages/node/src/store/overlay.ts'
import { put, type Reader } from '../../../packages/node/src/store/store.ts'

/** `slot=amount`, or `slot=amount@time` for an amount staked until then. A slot is used once. */
export interface ToyTx extends ChainTx {
  readonly slot: string
  readonly amount: bigint
  readonly until: bigint | undefined
}

export interface ToyBlock {
  readonly kind: 'standard' | 'proposal' | 'commit' | 'abort'
  readonly parent: ID
  readonly txs: readonly string[]
}

/** Maximum number of transactions per block. */
const BLOCK = 10
const TIP = Buffer.from('toy/tip')
const key = (...parts: readonly string[]): Buffer => Buffer.from(['toy', ...parts].join('/'))

export const toyBytes = (text: string): Uint8Array => Buffer.from(text)
export const toyTx = (text: string): ToyTx => new ToyVm().parse(toyBytes(text))
export const toyID = (text: string): ID => hashID(toyBytes(text))

/**
 * Slots that are set once. At the end of a stake a proposal is committed for an even amount, otherwise aborted.
 */
export class ToyVm implements Vm<ToyBlock, ToyTx> {
  readonly name = 'toy'
  resets = 0
  readonly seen: ToyBlock[] = []

  readonly open = async (store: Store): Promise<Tip> => {
    const tip = await store.get(TIP)
    if (tip !== undefined) return tipOf(tip)
    const genesis = { id: ZERO_ID, height: 0n, time: 0n }
    await store.write([put(TIP, tipBytes(genesis))])
    return genesis
  }

  readonly parse = (bytes: Uint8Array): ToyTx => {
    const match = /^(\w+)=(\d+)(?:@(\d+))?$/.exec(Buffer.from(bytes).toString())
    if (match === null) throw new RangeError('not a toy')
    const [, slot = '', amount = '', until] = match
    if (amount === '13') throw new Refusal('transactionRefused', 'unlucky', 'thirteen')
    return {
      id: hashID(bytes),
      bytes,
      slot,
      amount: BigInt(amount),
      until: until === undefined ? undefined : BigInt(until),
    }
  }

  readonly verify = (tx: ToyTx, state: Reader): Promise<void> => this.verifyOn(tx, state)

  protected async verifyOn({ slot }: ToyTx, state: Reader): Promise<void> {
    if ((await state.get(key('slot', slot))) !== undefined)
      throw new Refusal('transactionRefused', `slot ${slot} is taken`, 'taken')
  }

  isAccepted = async (id: ID, state: Reader): Promise<boolean> =>
    (await state.get(key('tx', id))) !== undefined

  readonly build = (input: BuildInput<ToyTx>): Promise<Built<ToyBlock, ToyTx> | undefined> =>
    this.buildOn(input)

  protected async buildOn(input: BuildInput<ToyTx>): Promise<Built<ToyBlock, ToyTx> | undefined> {
    const due = await this.#due(input.state)
    if (due !== undefined && due.until <= input.time)
      return { blocks: await optionsOf(input, due), taken: [], refused: [] }
    const overlay = new Overlay(input.state)
    const [taken, refused]: [ToyTx[], RefusedTx<ToyTx>[]] = [[], []]
    for (const tx of input.txs) {
      if (taken.length === BLOCK) break
      const error = await refusalOf(() => this.verify(tx, overlay))
      if (error !== undefined) refused.push({ tx, error })
      else {
        taken.push(tx)
        overlay.apply(changesOf(tx))
      }
    }
    if (taken.length === 0) return refused.length === 0 ? undefined : { blocks: [], taken, refused }
    const txs = taken.map(({ bytes }) => Buffer.from(bytes).toString())
    const block = blockOn(input.parent, input.time, { kind: 'standard', txs }, overlay.changes())
    return { blocks: [block], taken, refused }
  }

  readonly wakeAt = (_: Tip, state: Reader): Promise<bigint | undefined> => this.dueAt(state)

  protected async dueAt(state: Reader): Promise<bigint | undefined> {
    return (await this.#due(state))?.until
  }

  readonly follow = (input: FollowInput): Promise<readonly FollowedBlock<ToyBlock>[]> =>
    this.followFrom(input)

  protected async followFrom({
    tip,
    state,
  }: FollowInput): Promise<readonly FollowedBlock<ToyBlock>[]> {
    const head = tipOf((await state.get(TIP)) ?? tipBytes(tip))
    const found: FollowedBlock<ToyBlock>[] = []
    for (let height = tip.height + 1n; height <= head.height; height++) {
      const bytes = await state.get(key('block', height.toString()))
      if (bytes === undefined) throw new Error(`no block ${height}`)
      const stored = JSON.parse(Buffer.from(bytes).toString()) as ToyBlock & { time: string }
      const { time, ...block } = stored
      const own = { id: hashID(bytes), height, time: BigInt(time) }
      found.push({ tip: own, block, transactions: block.txs.length })
    }
    return found
  }

  readonly accepted = (blocks: readonly AcceptedBlock<ToyBlock>[]): void => {
    this.seen.push(...blocks.map(({ block }) => block))
  }

  readonly reset = (): void => {
    this.resets++
  }

  /** The stake that ends first. */
  async #due(state: Reader): Promise<Stake | undefined> {
    const [first] = await state.page(key('stake', ''), 1)
    if (first === undefined) return undefined
    const value = Buffer.from(first.value)
    return { key: first.key, until: value.readBigUInt64BE(), amount: value.readBigUInt64BE(8) }
  }
}

interface Stake {
  readonly key: Uint8Array
  readonly until: bigint
  readonly amount: bigint
}

function changesOf({ id, slot, amount, until }: ToyTx): Change[] {
  const stake = until === undefined ? [] : [until]
  return [
    put(key('slot', slot), u64(amount)),
    put(key('tx', id), Buffer.alloc(0)),
    ...stake.map((end) =>
      put(
        key('stake', end.toString().padStart(20, '0'), slot),
        Buffer.concat([u64(end), u64(amount)]),
      ),
    ),
  ]
}

async function optionsOf(
  { parent, state }: BuildInput<ToyTx>,
  { key: stakeKey, until, amount }: Stake,
): Promise<readonly BuiltBlock<ToyBlock>[]> {
  const proposal = blockOn(parent, until, { kind: 'proposal', txs: [] }, [])
  const isEven = amount % 2n === 0n
  const rewards = Buffer.from((await state.get(key('rewards'))) ?? u64(0n)).readBigUInt64BE()
  const changes: Change[] = [
    { kind: 'delete', key: stakeKey },
    ...(isEven ? [put(key('rewards'), u64(rewards + amount))] : []),
  ]
  const kind = isEven ? 'commit' : 'abort'
  return [proposal, blockOn(proposal.tip, until, { kind, txs: [] }, changes)]
}

function blockOn(
  parent: Tip,
  time: bigint,
  content: Omit<ToyBlock, 'parent'>,
  changes: readonly Change[],
): BuiltBlock<ToyBlock> {
  const block = { ...content, parent: parent.id }
  const bytes = Buffer.from(JSON.stringify({ ...block, time: time.toString() }))
  const tip = { id: hashID(bytes), height: parent.height + 1n, time }
  const indexes = [put(key('block', tip.height.toString()), bytes), put(TIP, tipBytes(tip))]
  return { tip, block, bytes, changes: [...changes, ...indexes] }
}

function tipBytes({ id, height, time }: Tip): Uint8Array {
  return Buffer.from(`${id} ${height} ${time}`)
}

function tipOf(bytes: Uint8Array): Tip {
  const [id = '', height = '0', time = '0'] = Buffer.from(bytes).toString().split(' ')
  // Written by `tipBytes`.
  return { id: id as ID, height: BigInt(height), time: BigInt(time) }
}

/** Returns the amounts by slot; throws if the blocks are not consecutive. */
export async function slotsOf(state: Reader): Promise<Record<string, bigint>> {
  const prefix = key('slot', '')
  const slots = await state.page(prefix, 10_000)
  const tip = tipOf((await state.get(TIP)) ?? tipBytes({ id: ZERO_ID, height: 0n, time: 0n }))
  let parent: string = ZERO_ID
  const inBlocks: string[] = []
  for (let height = 1n; height <= tip.height; height++) {
    const bytes = await state.get(key('block', height.toString()))
    if (bytes === undefined) throw new Error(`no block ${height}`)
    const block = JSON.parse(Buffer.from(bytes).toString()) as ToyBlock
    if (block.parent !== parent) throw new Error(`block ${height} has another parent`)
    parent = hashID(bytes)
    inBlocks.push(...block.txs)
  }
  if (parent !== tip.id) throw new Error('the tip is another block')
  if (new Set(inBlocks).size !== slots.length || inBlocks.length !== slots.length)
    throw new Error(`${inBlocks.length} transactions in blocks, ${slots.length} slots`)
  return Object.fromEntries(
    slots.map(({ key: name, value }) => [
      Buffer.from(name.subarray(prefix.length)).toString(),
      Buffer.from(value).readBigUInt64BE(),
    ]),
  )
}

export interface ToyOptions {
  readonly store: Store
  readonly clock: MovableClock
  readonly vm?: ToyVm
  readonly blockTime?: number
  readonly capacity?: number
  readonly onFailure?: (error: unknown, message: string) => void
  readonly onAccepted?: (accepted: AcceptedBlocks) => void
}

export async function openToy(options: ToyOptions): Promise<BlockProducer<ToyBlock, ToyTx>> {
  const { store, clock, vm = new ToyVm(), blockTime = 0, capacity = 100 } = options
  const producer = await BlockProducer.open({
    vm,
    store,
    prefix: Buffer.from('waiting/'),
    pool: new Mempool<ToyTx>({ conflicts: ({ slot }) => [slot], capacity }),
    clock,
    blockTime,
    onFailure: options.onFailure ?? (() => {}),
    onAccepted: options.onAccepted,
    retryAfter: 5,
  })
  producer.start()
  return producer
}

/** A lookup for `status` that finds no accepted transaction. */
export const notAccepted = async (): Promise<undefined> => undefined
