import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readCommandLine } from '../../generator/src/cli/command-line.ts'
import { type Outcome, rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { tea, shopDocument } from './shop-document.ts'
import { openShop, type Fault, type Shop } from './shop-server.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.plant({}))
afterAll(() => shop.close())

/** Runs the command in a folder with the shop's document. */
const conform = (folder: string, ...args: readonly string[]): Promise<Outcome> =>
  rpcloom(folder, 'conform', ...args)

const beside = (): string => temporaryFolder({ 'shop.json': JSON.stringify(shopDocument) })
const input = ['--input', 'shop.json'] as const

/** The price is missing. */
const noPrice: Fault = {
  answer: (answer, call) =>
    call['method'] === 'shop.getItem' && 'result' in answer
      ? { ...answer, result: { ...tea, price: undefined } }
      : answer,
}

describe('the exit code', () => {
  test('is 0 if the server matches its document', async () => {
    const { code, stdout, stderr } = await conform(beside(), shop.url, ...input)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^This also sends malformed requests.* --gentle skips them\.\nshop {2}http:\S+\/shop {2}\d+ passed, 0 failed/,
    )
    expect(stdout).toContain('skipped 5: a method that writes: needs --allow-writes')
  })

  test('is 1 if it does not, and the finding names the location', async () => {
    shop.plant(noPrice)
    const { code, stdout } = await conform(beside(), shop.url, ...input)
    expect(code).toBe(1)
    expect(stdout).toContain(
      'error result  shop.getItem [example: tea] at /result/price: expected the required member, got nothing',
    )
  })

  test('is 0 if an example gets an error that the document does not list', async () => {
    const error = { code: 4711, message: 'The item is sold' }
    shop.plant({
      answer: (answer, call) =>
        call['method'] === 'shop.getItem' && 'result' in answer
          ? { jsonrpc: '2.0', id: answer['id'] ?? null, error }
          : answer,
    })
    const { code, stdout } = await conform(beside(), shop.url, ...input)
    expect(stdout).toContain('warning error-unlisted  shop.getItem')
    expect(code).toBe(0)
  })

  test('is 1 for a warning with --deny-warnings', async () => {
    expect((await conform(beside(), shop.url, ...input, '--deny-warnings')).code).toBe(1)
  })

  test.each<[string, readonly string[], RegExp]>([
    ['no address', [], /requires the URL/],
    ['no server at the address', ['http://127.0.0.1:1', ...input], /Could not connect/],
    ['an invalid list', ['http://127.0.0.1:1', '--skip', 'shop.json'], /must contain a JSON array/],
    ['a list that is not there', ['http://127.0.0.1:1', '--expect', 'no.json'], /no\.json/],
  ])('is 2 for %s', async (_, args, why) => {
    const { code, stderr } = await conform(beside(), ...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(why)
  })

  test('is 2 if no request was sent', async () => {
    const folder = beside()
    const all = [{ method: '*', reason: 'not today' }]
    writeFileSync(join(folder, 'skip.json'), JSON.stringify(all))
    const { code, stdout, stderr } = await conform(
      folder,
      shop.url,
      ...input,
      '--skip',
      'skip.json',
    )
    expect([code, stdout]).toEqual([2, expect.stringContaining('0 cases run')])
    expect(stderr).toContain('RL032 No case was run')
  })

  test('is 2 for an unknown group, and for a server without a document', async () => {
    expect(await conform(beside(), shop.url, ...input, '--groups', 'shop,x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Unknown group: x. The groups are shop'),
    })
    expect(await conform(beside(), `${shop.url}/shop`, '--discover')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('rpc.discover'),
    })
  })
})

test.each<[string, readonly string[], RegExp]>([
  ['an invalid address', ['shop'], /requires the URL/],
  ['two addresses', ['http://a', 'http://b'], /requires the URL/],
  ['an invalid rate', ['http://a', '--rate', 'fast'], /--rate/],
  ['a time limit of nothing', ['http://a', '--timeout', '0'], /--timeout/],
  ['an invalid header', ['http://a', '--header', 'x y'], /--header/],
  ['a header of two lines', ['http://a', '--header', 'x: y\r\nz: 1'], /--header/],
  ['an unknown dialect', ['http://a', '--dialect', 'bad'], /--dialect/],
  ['a route without a proxy', ['http://a', '--route', '/a=http://b'], /--proxy/],
])('%s is a usage error', async (_, words, why) => {
  expect(await readCommandLine(['conform', ...words])).toMatchObject({
    kind: 'faulty',
    message: expect.stringMatching(why) as string,
  })
})

test('the document is requested from the server if none is given', async () => {
  const found: Fault = {
    answer: (answer, call) =>
      call['method'] === 'rpc.discover'
        ? { jsonrpc: '2.0', id: answer['id'], result: shopDocument }
        : answer,
  }
  shop.plant(found)
  const { code, stdout } = await conform(temporaryFolder({}), `${shop.url}/anywhere`, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    groups: [{ group: 'shop', address: `${shop.url}/anywhere`, failed: 0 }],
  })
})

test('methods that write are called if it is allowed', async () => {
  const { code, stdout } = await conform(beside(), shop.url, ...input, '--allow-writes', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ groups: [{ skipped: 0 }] })
})

describe('lists', () => {
  test('expected findings do not count, and count once they are gone', async () => {
    const folder = beside()
    shop.plant(noPrice)
    const written = await conform(folder, shop.url, ...input, '--write-expected', 'known.json')
    expect(written.code).toBe(1)
    const again = await conform(folder, shop.url, ...input, '--expect', 'known.json')
    expect([again.code, again.stderr]).toEqual([0, ''])
    shop.plant({})
    const later = await conform(folder, shop.url, ...input, '--expect', 'known.json')
    expect(later.code).toBe(1)
    expect(later.stderr).toContain('RL034 This --expect entry did not occur')
  })

  test('listed cases are skipped, with their reason', async () => {
    const folder = beside()
    shop.plant(noPrice)
    const list = [
      { method: 'shop.getItem', reason: 'known to be wrong' },
      { method: '', case: 'a b*' },
      { method: 'shop.gone', case: 'example: *' },
    ]
    writeFileSync(join(folder, 'skip.json'), JSON.stringify(list))
    const { code, stdout, stderr } = await conform(
      folder,
      shop.url,
      ...input,
      '--skip',
      'skip.json',
    )
    expect(code).toBe(0)
    expect(stdout).toContain('known to be wrong')
    expect(stderr).toContain('RL034 This entry matches no case: {"method":"shop.gone"')
  })
})

test('reports are available as JSON and as text', async () => {
  const folder = beside()
  shop.plant({
    answer: (answer, call) =>
      call['method'] === 'shop.getItem' ? { ...answer, jsonrpc: '<"&\u0000|`' } : answer,
  })
  const args = ['--junit', 'j.xml', '--markdown', 'm.md', '--json'] as const
  const { code, stdout } = await conform(folder, shop.url, ...input, ...args)
  expect(code).toBe(1)
  const { findings } = JSON.parse(stdout) as { findings: readonly object[] }
  expect(findings).toContainEqual({
    code: 'jsonrpc',
    severity: 'error',
    fault: 'server',
    request: expect.stringContaining('"method":"shop.getItem"') as unknown,
    group: 'shop',
    method: 'shop.getItem',
    case: 'example: tea',
    pointer: '/jsonrpc',
    expected: '"2.0"',
    got: '"<\\"&\\u0000|`"',
  })
  const xml = readFileSync(join(folder, 'j.xml'), 'utf8')
  expect(xml).toContain('got &quot;&lt;\\&quot;&amp;\\u0000|`&quot;')
  expect(xml.match(/<testcase /g)?.length).toBe(Number(/ tests="(\d+)"/.exec(xml)?.[1]))
  expect(xml.match(/<failure /g)?.length).toBeGreaterThan(3)
  const markdown = readFileSync(join(folder, 'm.md'), 'utf8')
  // One row per cause, regardless of the number of cases.
  const rows = markdown.split('\n').filter((line) => line.startsWith('| server'))
  expect(rows).toHaveLength(1)
  for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(10)
  expect(existsSync(join(folder, 'j.xml'))).toBe(true)
})

test('--format markdown writes only the report to stdout', async () => {
  shop.plant(noPrice)
  const { code, stdout, stderr } = await conform(
    beside(),
    shop.url,
    ...input,
    '--format',
    'markdown',
  )
  expect(code).toBe(1)
  expect(stdout).toMatch(/^# Conformance of /)
  expect(stdout).toContain('| server | error | result | `shop.getItem` |')
  expect(stderr).toMatch(/^This also sends malformed requests/)
})

test('--quiet prints only findings', async () => {
  expect(await conform(beside(), shop.url, ...input, '--quiet')).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  })
  shop.plant(noPrice)
  const { code, stdout } = await conform(beside(), shop.url, ...input, '--quiet')
  expect(code).toBe(1)
  expect(stdout).toContain('error result')
  expect(stdout).not.toContain('malformed')
})

test('an API key in the query of the address reaches no output', async () => {
  const query = '?apikey=hidden'
  const outcomes = [
    await conform(beside(), shop.url + query, ...input, '--format', 'text'),
    await conform(beside(), shop.url + query, ...input, '--format', 'json'),
    await conform(beside(), shop.url + query, ...input, '--format', 'markdown'),
    await conform(beside(), `http://127.0.0.1:1/${query}`, ...input),
    await conform(temporaryFolder({}), `${shop.url}/nowhere${query}`),
  ]
  expect(outcomes.map(({ stdout, stderr }) => (stdout + stderr).includes('hidden'))).toEqual(
    outcomes.map(() => false),
  )
})

test('headers and the credentials of the address are sent with every request', async () => {
  const seen = new Set<string | undefined>()
  shop.plant({
    reply: (reply, { headers }) => {
      seen.add(`${String(headers['x-key'])} ${headers.authorization}`)
      return reply
    },
  })
  const address = shop.url.replace('//', '//me:secret@')
  expect((await conform(beside(), address, ...input, '-H', 'X-Key: a')).code).toBe(0)
  const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`
  expect([...seen]).toEqual([`a ${basic}`])
})

test('node-local and disabled methods are not called on a public server', async () => {
  const folder = temporaryFolder({
    'shop.json': JSON.stringify({ ...shopDocument, 'x-availability': 'node-local' }),
    'off.json': JSON.stringify({
      ...shopDocument,
      'x-group': { ...shopDocument['x-group'], key: 'off' },
      'x-enabled-by': { setting: 'shop-on', default: false },
    }),
  })
  const args = [...input, '--input', 'off.json', '--public'] as const
  const { code, stdout } = await conform(folder, shop.url, ...args)
  expect(code).toBe(2)
  expect(stdout).toMatch(/^0 cases run/m)
  expect(stdout).toContain('node-local: not available in public mode')
  expect(stdout).toContain('requires the server setting shop-on')
})
