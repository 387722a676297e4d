import { memoryStore, type Store } from '@native-node/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MovableClock } from '../../../packages/node/src/chain/clock.ts'
import type { BuildInput, Built, Tip } from '../../../packages/node/src/chain/vm.ts'
import type { Reader } from '../../../packages/node/src/store/store.ts'
import { openToy, slotsOf, ToyVm, toyTx, type ToyBlock, type ToyTx } from './toy.ts'

const START = 1_000_000
const isLong = process.env['RPCLOOM_LONG'] === '1'

/** A chain whose blocks include at most one transaction per second, as a chain that is short of gas. */
class SlowVm extends ToyVm {
  /** Called at each step of an attempt, so that anything can happen there. */
  readonly #step: () => void
  #lastAt = 0n
  #retryAt: bigint | undefined

  constructor(step: () => void) {
    super()
    this.#step = step
  }

  override readonly build = async (
    input: BuildInput<ToyTx>,
  ): Promise<Built<ToyBlock, ToyTx> | undefined> => {
    this.#step()
    const [first] = input.txs
    const isShort = first !== undefined && input.time <= this.#lastAt
    this.#retryAt = isShort ? this.#lastAt + 1n : undefined
    await Promise.resolve()
    this.#step()
    const txs = first === undefined || isShort ? [] : [first]
    const built = await this.buildOn({ ...input, txs })
    if (built !== undefined && built.taken.length > 0) this.#lastAt = input.time
    this.#step()
    return built
  }

  override readonly wakeAt = async (_: Tip, state: Reader): Promise<bigint | undefined> => {
    this.#step()
    const due = await this.dueAt(state)
    this.#step()
    if (due === undefined || this.#retryAt === undefined) return due ?? this.#retryAt
    return due < this.#retryAt ? due : this.#retryAt
  }
}

/** Something that happens at a step: the clock moves, a transaction arrives, or the chain pauses. */
const event = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'nothing' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      by: fc.integer({ min: 1, max: 2500 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'issue' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'stake' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'pause' } as const) },
)
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

/** Applies the events, then lets time pass only as far as alarms ask for. Returns what is left. */
async function leftAfter(
  events: readonly Event[],
  { outside, blockTime }: { readonly outside: readonly boolean[]; readonly blockTime: number },
): Promise<{ readonly issued: number; readonly pending: number; readonly slots: number }> {
  const [store, clock]: [Store, MovableClock] = [memoryStore(), MovableClock.standing(START * 1000)]
  const waiting: Event[] = []
  let issued = 0
  const step = (): void => {
    const next = waiting.shift()
    if (next === undefined || next.kind === 'nothing') return
    if (next.kind === 'clock') clock.advance(next.by)
    else if (next.kind === 'pause') void producer.pause().then((resume) => resume())
    else {
      const until = next.kind === 'stake' ? `@${Math.floor(clock.now() / 1000) + 2}` : ''
      producer.issue(toyTx(`s${issued++}=2${until}`)).catch(() => {})
    }
  }
  const producer = await openToy({ store, clock, vm: new SlowVm(step), blockTime })
  await producer.idle()
  waiting.push(...events)
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 6; turn++) await new Promise(setImmediate)
    await producer.idle()
  }
  for (const isSettled of outside) {
    step()
    if (isSettled) await settle()
  }
  for (let alarm = 0; alarm < 1000; alarm++) {
    await settle()
    if (producer.pending().count === 0 && waiting.length === 0) break
    if (producer.pending().count === 0) step()
    else if (clock.next === undefined) break
    else if (clock.next > clock.now()) clock.set(clock.next)
    // The timer of an alarm that is overdue fires in a later turn.
    else await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const slots = Object.keys(await slotsOf(store)).length
  const left = { issued, pending: producer.pending().count, slots }
  await producer.close()
  return left
}

test('pending transactions always have a wake-up, in any order of attempts, alarms and time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 25 }),
      fc.array(fc.boolean(), { maxLength: 15 }),
      fc.constantFrom(0, 700, 1500),
      async (events, outside, blockTime) => {
        const { issued, pending, slots } = await leftAfter(events, { outside, blockTime })
        expect({ pending, slots }).toEqual({ pending: 0, slots: issued })
      },
    ),
    { seed: 20_261_128, numRuns: isLong ? 5000 : 200 },
  )
})
