import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command, type Outcome } from './command.ts'
import { recordingServer } from './server.ts'
import { hasTerminals, onTerminal } from './terminal.ts'

const bin = join(import.meta.dirname, 'program.mjs')

function pets(...args: readonly string[]): Promise<Outcome> {
  return command(args, { bin })
}

const value =
  '{"name":"Tom\\u001b[2J\\u202e","id":18446744073709551615,"tags":[],"owner":{"name":"Ann"},"toys":[{"name":"ball","price":1.50},{"name":"mouse"}]}'

test('a pipe gets JSON with exact integers', async () => {
  const { url } = await recordingServer(() => `"result":${value}`)
  const { out } = await pets('get-pet', '1', '--url', url)
  expect(out).toContain('"id": 18446744073709551615')
  for (const character of ['\u001B', '\u202E']) expect(out).not.toContain(character)
  expect(JSON.parse(out)).toMatchObject({ name: 'Tom\u001B[2J\u202E' })
  const parts = [
    ['/id', '18446744073709551615\n'],
    ['$.owner.name', 'Ann\n'],
    ['$..name', `${JSON.stringify(['Tom\u001B[2J', 'Ann', 'ball', 'mouse'], undefined, 2)}\n`],
    ['$.toys[?@.price > 1].name', '[\n  "ball"\n]\n'],
  ] as const
  for (const [path, want] of parts) {
    const { out: found } = await pets('get-pet', '1', '--url', url, '--query', path)
    expect(found.replace(String.raw`\u202e`, '')).toBe(want)
  }
  const quoted = await pets('get-pet', '1', '--url', url, '--query', '/owner/name', '--json')
  expect(quoted.out).toBe('"Ann"\n')
  expect(await pets('get-pet', '1', '--url', url, '--query', '/none')).toMatchObject({ code: 1 })
})

test.runIf(hasTerminals)('a terminal gets aligned text without control characters', async () => {
  const { url } = await recordingServer(() => `"result":${value}`)
  expect(await onTerminal(bin, ['get-pet', '1', '--url', url])).toBe(
    [
      String.raw`name  Tom\u{1b}[2J\u{202e}`,
      'id    18446744073709551615',
      'tags  []',
      'owner',
      '  name  Ann',
      'toys',
      '  NAME   PRICE',
      '  ball   1.5',
      '  mouse  -',
      '',
    ].join('\n'),
  )
})

test.runIf(hasTerminals)('a secret is read from the terminal without echo', async () => {
  const { url, received } = await recordingServer(() => '"result":true')
  const text = await onTerminal(bin, ['login', 'ann', '--url', url], 'Secret-2x\u007F\r')
  expect(received[0]?.params).toEqual({ user: 'ann', password: 'Secret-2' })
  expect(text).toBe('password: \ntrue\n')
})

test('pages are followed, one item per line, until the reader ends', async () => {
  const { url, received } = await recordingServer(({ params }) => {
    const { cursor = '0' } = Object(params) as { readonly cursor?: string }
    const next = String(Number(cursor) + 1)
    return `"result":{"pets":[{"id":${cursor}}],"next":"${next}"}`
  })
  const { out } = await pets('list-pets', '--all', '--count', '3', '--url', url)
  expect(out).toBe('{"id":0}\n{"id":1}\n{"id":2}\n')
  expect(received).toHaveLength(3)
})

test('a result that may be absent is null, and ends the pages', async () => {
  const { url } = await recordingServer(() => '"other":0')
  expect(await pets('list-pets', '--url', url)).toMatchObject({ code: 0, out: 'null\n' })
  expect(await pets('list-pets', '--all', '--url', url)).toMatchObject({ code: 0, out: '' })
})

test('a reader that ends first is no failure', () => {
  const line = `"${process.execPath}" "${bin}" list-pets --mock --all --json | head -n 2`
  const text = execFileSync('bash', ['-o', 'pipefail', '-c', line], { encoding: 'utf8' })
  expect(text.split('\n')).toHaveLength(3)
})

test('a mock answers without a server', async () => {
  const { code, out } = await pets('get-pet', '7', '--mock')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual({ name: 'Tom', age: 3 })
})

test('help has the params, examples, errors and exit codes of the document', async () => {
  const { out } = await pets('get-pet', '--help')
  expect(out).toMatch(/Usage: pets get-pet <id> \[<kind>\] \[<with-owner>\] \[OPTIONS\]/)
  expect(out).toMatch(/--kind +"cat" \| "dog"/)
  expect(out).toMatch(/--with-owner +boolean; default: false +Adds the owner/)
  expect(out).toMatch(/pets get-pet --id 7/)
  expect(out).toMatch(/exit 17 +busy/)
  expect((await pets()).out).toMatch(/get-pet +Returns a pet/)
  expect((await pets('--version')).out).toBe('1.2.3\n')
})
