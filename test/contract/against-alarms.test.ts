import { createMock } from '@native-node/mock'
import { groups } from '@native-node/server'
import {
  contractsOf,
  fetchSend,
  readContract,
  type Contract,
  type Exchange,
  type Send,
} from '@rpcloom/conform'
import { createRandom } from '@rpcloom/schema/internal'
import { isRecord } from '@rpcloom/rpc'
import { expect, test } from 'vitest'
import { compareServers } from '../../generator/src/conform/against.ts'

// Two mocks are compared. Both choose one value of each result anew for each call, and the second one has another
// planted value in each result. Findings of anything else are false alarms.

/** Replaces the value at a path of member names. */
function replaced(
  value: unknown,
  path: readonly string[],
  by: (value: unknown) => unknown,
): unknown {
  const [name, ...rest] = path
  if (name === undefined) return by(value)
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? replaced(item, rest, by) : item))
  const object = isRecord(value) ? value : {}
  return { ...object, [name]: replaced(object[name], rest, by) }
}

/** Returns the paths of all texts and numbers in a value. */
function scalarsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === 'string' || typeof value === 'number') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => scalarsIn(inner, [...path, name]))
}

const longer = (value: unknown, by: unknown): unknown =>
  typeof value === 'string' ? `${value}${String(by)}` : Number(value) + Number(by)

interface Count {
  readonly findings: number
  readonly alarms: readonly string[]
  /** Methods whose planted value is not found. */
  readonly missed: readonly string[]
}

async function countOf(contract: Contract, seed: number): Promise<Count> {
  const planted = new Map<string, string>()
  let calls = 0
  const sendTo = (isSecond: boolean): Send => {
    const mock = createMock({ seed })
    const send = fetchSend({
      addressOf: (path) => `http://localhost${path}`,
      fetch: (one) => mock.fetch(one),
    })
    return async (request): Promise<Exchange> => {
      const exchange = await send(request)
      if (request.kind !== 'call' || exchange.kind !== 'response' || exchange.body === '')
        return exchange
      const message: unknown = JSON.parse(exchange.body)
      if (!isRecord(message) || !('result' in message)) return exchange
      const { method } = request.call
      const paths = scalarsIn({ result: message['result'] })
      const random = createRandom(`${seed} ${method} ${paths.length}`)
      const [chosen, changed] = [random.pick(paths), random.pick(paths)]
      if (chosen === undefined || changed === undefined) return exchange
      const own = replaced(message, chosen, (value) => longer(value, ++calls))
      if (!isSecond)
        return { ...exchange, body: JSON.stringify(chosen === changed ? message : own) }
      planted.set(`${method} /${changed.join('/')}`, method)
      const first = chosen === changed ? message : own
      return {
        ...exchange,
        body: JSON.stringify(replaced(first, changed, (value) => longer(value, 7))),
      }
    }
  }
  const found: string[] = []
  const outcomes = compareServers(contract, {
    send: sendTo(true),
    sendToOther: sendTo(false),
    comparison: 'values',
    gentle: true,
    allowWrites: true,
    skip: () => undefined,
  })
  for await (const outcome of outcomes)
    if (outcome.kind === 'failed')
      found.push(...outcome.findings.map(({ pointer }) => `${outcome.case.method} ${pointer}`))
  return {
    findings: found.length,
    alarms: found.filter((one) => !planted.has(one)),
    missed: [...planted.keys()].filter((one) => !found.includes(one)),
  }
}

test('compared servers have less than 5 % false alarms, and no planted value is missed', async () => {
  const [contract] = await contractsOf(groups.filter(({ key }) => key === 'pChain'))
  const { findings, alarms, missed } = await countOf(contract ?? readContract({}), 1)
  expect(findings).toBeGreaterThan(100)
  expect(alarms.length / findings).toBeLessThan(0.05)
  // The mock counts up with each call, as if it chose the height.
  expect(missed).toEqual(['platform.getHeight /result/height'])
}, 60_000)
