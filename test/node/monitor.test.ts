import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CheckFailure, type Check } from '../../packages/node/src/health/check.ts'
import { Monitor } from '../../packages/node/src/health/monitor.ts'

const check = (
  name: string,
  run: () => Promise<unknown>,
  tags: readonly string[] = [],
  global = false,
): Check => ({ name, tags, global, run })
const passes = async (): Promise<unknown> => ({ fine: true })
const fails = async (): Promise<unknown> => {
  throw new CheckFailure('broken', { because: 1 })
}

function monitor(checks: readonly Check[], keepPassed = false): Monitor {
  let tick = 0
  const made = new Monitor({
    every: 1000,
    keepPassed,
    now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, tick++)),
  })
  for (const each of checks) made.register(each)
  return made
}

describe('a health monitor', () => {
  test('reports that a check has not run yet', () => {
    const { checks, healthy } = monitor([check('a', passes)]).report()
    expect(healthy).toBe(false)
    expect(checks['a']).toMatchObject({ error: 'not yet run', timestamp: '0001-01-01T00:00:00Z' })
  })

  test('counts failures and resets them once the check passes', async () => {
    let broken = true
    const watched = monitor([check('a', () => (broken ? fails() : passes()))])
    await watched.runAll()
    expect(watched.report().checks['a']).toMatchObject({
      error: 'broken',
      message: { because: 1 },
      contiguousFailures: 1,
      timeOfFirstFailure: '2026-01-01T00:00:00.000Z',
    })
    await watched.runAll()
    expect(watched.report().checks['a']).toMatchObject({
      contiguousFailures: 2,
      timestamp: '2026-01-01T00:00:01.000Z',
      timeOfFirstFailure: '2026-01-01T00:00:00.000Z',
    })
    broken = false
    await watched.runAll()
    expect(watched.report()).toMatchObject({
      healthy: true,
      checks: { a: { message: { fine: true } } },
    })
    expect(watched.report().checks['a']).not.toHaveProperty('contiguousFailures')
  })

  test.each([
    [[], ['a', 'b', 'g'], false],
    [['x'], ['a', 'g'], true],
    [['y'], ['b', 'g'], false],
    [['x', 'y'], ['a', 'b', 'g'], false],
    [['unknown'], ['g'], true],
  ] as const)('reports %j for the tags %j', async (tags, names, healthy) => {
    const watched = monitor([
      check('a', passes, ['x']),
      check('b', fails, ['y']),
      check('g', passes, [], true),
    ])
    await watched.runAll()
    const report = watched.report(tags)
    expect(Object.keys(report.checks)).toEqual(names)
    expect(report.healthy).toBe(healthy)
  })

  test('does not repeat a readiness check that has passed', async () => {
    let broken = false
    const watched = monitor([check('a', () => (broken ? fails() : passes()))], true)
    await watched.runAll()
    broken = true
    await watched.runAll()
    expect(watched.report().healthy).toBe(true)
  })

  test('runs a check that fails again within a second, and no other check', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let [broken, runs, otherRuns] = [true, 0, 0]
    const watched = new Monitor({ every: 30_000, keepPassed: false })
    watched.register(check('b', async () => void otherRuns++))
    watched.register(
      check('a', () => {
        runs++
        return broken ? fails() : passes()
      }),
    )
    watched.start()
    onTestFinished(() => watched.stop())
    await vi.advanceTimersByTimeAsync(3500)
    expect(runs).toBe(4)
    broken = false
    await vi.advanceTimersByTimeAsync(1000)
    expect(watched.report().healthy).toBe(true)
    await vi.advanceTimersByTimeAsync(20_000)
    expect([runs, otherRuns]).toEqual([5, 1])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([runs, otherRuns]).toEqual([6, 2])
  })

  test('continues without a check that hangs, and does not start it again', async () => {
    let runs = 0
    let end = (): void => {}
    const hanging = check('a', () => {
      runs++
      return new Promise<void>((resolve) => (end = resolve))
    })
    const watched = new Monitor({ every: 1000, keepPassed: false, timeoutMs: 1 })
    for (const each of [hanging, check('b', passes)]) watched.register(each)
    await watched.runAll()
    await watched.runAll()
    expect(runs).toBe(1)
    expect(watched.report().checks).toMatchObject({
      a: { error: 'timed out after 1 ms', contiguousFailures: 2 },
      b: { message: { fine: true } },
    })
    end()
    await new Promise(setImmediate)
    await watched.runAll()
    expect(runs).toBe(2)
  })

  test.each([
    [new TypeError(''), 'TypeError'],
    ['text', 'text'],
    [undefined, 'undefined'],
  ])('gives an error message for %j', async (thrown, error) => {
    const watched = monitor([check('a', () => Promise.reject(thrown))])
    await watched.runAll()
    expect(watched.report().checks['a']).toMatchObject({ error })
  })
})
