import { describe, expect, test } from 'vitest'
import { MovableClock } from '../../../packages/node/src/chain/clock.ts'

describe('a stopped clock', () => {
  test('calls alarms in the order of their times, each at its own time', () => {
    const clock = MovableClock.standing(1000)
    const calls: (readonly [string, number])[] = []
    const at = (name: string, time: number): (() => void) =>
      clock.at(time, () => calls.push([name, clock.now()]))
    at('late', 5000)
    at('early', 2000)
    at('same', 2000)
    const cancel = at('never', 3000)
    clock.at(2500, () => at('made on the way', 2600))
    cancel()
    clock.advance(1000)
    expect(calls).toEqual([
      ['early', 2000],
      ['same', 2000],
    ])
    expect(clock.next).toBe(2500)
    clock.set(4000)
    expect(calls.at(-1)).toEqual(['made on the way', 2600])
    expect(clock.now()).toBe(4000)
    clock.set(1500)
    expect(clock.now()).toBe(1500)
    clock.set(9000)
    expect(calls.at(-1)).toEqual(['late', 5000])
    expect(clock.next).toBeUndefined()
  })

  test('calls overdue alarms in the next turn', async () => {
    const clock = MovableClock.standing(1000)
    let isCalled = false
    clock.at(500, () => (isCalled = true))
    expect(isCalled).toBe(false)
    await expect.poll(() => isCalled).toBe(true)
  })
})

describe('a running clock', () => {
  test('follows the system clock and can be advanced', async () => {
    const clock = MovableClock.running()
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000)
    let calls = 0
    clock.at(clock.now() + 10, () => calls++)
    await expect.poll(() => calls).toBe(1)
    clock.at(clock.now() + 3_600_000, () => calls++)
    clock.advance(3_600_000)
    expect(calls).toBe(2)
    expect(clock.now() - Date.now()).toBeGreaterThan(3_590_000)
  })
})
