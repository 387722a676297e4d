import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deadline as own } from '../../packages/rpc/src/client/deadline/own.ts'
import { deadline as shared } from '../../packages/rpc/src/client/deadline/shared.ts'

/** When each signal was asked to abort, by the clock of the test. */
const due = new Map<AbortSignal, number>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (!Number.isInteger(ms) || ms < 0 || ms >= 2 ** 32) throw new RangeError(String(ms))
    const { signal } = new AbortController()
    due.set(signal, performance.now() + ms)
    return signal
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  due.clear()
})

describe('shared deadlines', () => {
  it.each([1, 2, 7, 500, 30_000, 3_600_000, 2e9])(
    'are never early and hardly late at %d ms',
    (timeoutMs) => {
      for (let call = 0; call < 500; call++) {
        const wait = (due.get(shared(timeoutMs)) ?? 0) - performance.now()
        expect(wait).toBeGreaterThanOrEqual(timeoutMs)
        expect(wait).toBeLessThanOrEqual(timeoutMs * 1.002 + 1)
        vi.advanceTimersByTime((call * 7) % 13)
      }
    },
  )

  it('serve the calls that begin together', () => {
    const [first, second, other] = [shared(30_000), shared(30_000), shared(500)]
    expect(second).toBe(first)
    expect(other).not.toBe(first)
    vi.advanceTimersByTime(100)
    expect(shared(30_000)).not.toBe(first)
  })

  it('begin anew where the clock was put back', () => {
    vi.advanceTimersByTime(5000)
    const before = shared(30_000)
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['performance'] })
    expect(shared(30_000)).not.toBe(before)
  })

  it('are signals of their own without a limit, so that no platform gathers listeners', () => {
    for (const none of [0, Number.NaN, Infinity, 2 ** 31]) {
      expect(shared(none)).not.toBe(shared(none))
    }
    expect(due.size).toBe(0)
  })
})

it.each([0, Number.NaN, Infinity, 2 ** 31, 1e300])('an own deadline of %d ms is far', (none) => {
  expect(due.get(own(none))).toBeGreaterThanOrEqual(2e9)
})
