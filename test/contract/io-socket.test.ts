import { expect, onTestFinished, test } from 'vitest'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { tea } from './shop-document.ts'
import { eventOf, openSocketShop } from './shop-socket.ts'

const call = (method: string, params?: unknown, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const response = (id: unknown, result: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result })
const event = JSON.stringify(eventOf('recorded'))
const cocoa = JSON.stringify(eventOf('recorded', { ...tea, name: 'Cocoa' }))
const start = `>> ${call('shop.subscribe', ['sales'], 's')}\n<< ${response('s', 'recorded')}\n`
const end = `>> ${call('shop.unsubscribe', { subscription: 'recorded' })}\n<< ${response(1, true)}\n`
const count = call('shop.countItems')

test.each<{
  what: string
  text: string
  args?: readonly string[]
  code?: number
  finding?: string
}>([
  { what: 'events', text: `${start}<< ${event}\n<< ${event}\n<< ${event}\n${end}` },
  { what: 'an event that differs', text: `${start}<< ${cocoa}\n`, code: 1, finding: '/name' },
  { what: 'types of events', text: `${start}<< ${cocoa}\n`, args: ['--shapes'] },
  {
    what: 'an event that does not arrive',
    text: `${start}${`<< ${event}\n`.repeat(4)}`,
    code: 1,
    finding: 'no event',
  },
  { what: 'a notification', text: '>> {"jsonrpc":"2.0","method":"shop.countItems"}\n' },
  { what: 'a batch', text: `>> [${count}]\n<< [${response(1, 2)}]\n` },
  { what: 'a response', text: `>> ${count}\n<< ${response(1, 3)}\n`, code: 1, finding: '/result' },
])('conform --io over a WebSocket: $what', async ({ text, args = [], code = 0, finding = '' }) => {
  const shop = await openSocketShop()
  onTestFinished(shop.close)
  const folder = temporaryFolder({ 'a.io': text })
  const url = `${shop.url}/shop/ws`
  const more = ['--io', '.', '--events', '300', ...args]
  const outcome = await rpcloom(folder, 'conform', url, ...more)
  expect([outcome.code, outcome.stderr]).toEqual([code, ''])
  expect(outcome.stdout).toContain(finding)
  expect(shop.opened()).toBe(1)
})
