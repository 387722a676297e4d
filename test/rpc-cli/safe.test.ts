import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { TransportError } from '@rpcloom/rpc'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { failureOf } from '../../packages/rpc-cli/src/failure.ts'
import { alignedText } from '../../packages/rpc-cli/src/output.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { command, type Outcome } from './command.ts'
import { recordingServer } from './server.ts'
import { hasTerminals, onTerminal, onTerminalLine } from './terminal.ts'

const bin = join(import.meta.dirname, 'safe.mjs')

interface Given {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

function safe(args: readonly string[], given: Given = {}): Promise<Outcome> {
  return command(args, { bin, ...given })
}

/** Arguments that are sent, with the params. */
const sent: readonly (readonly [readonly string[], unknown, string])[] = [
  [['wallet', 'create-wallet', 'main', 'true'], ['main', true], ''],
  [['vault', 'open-vault', '--api-key', 'x', '--pin', '-'], { apiKey: 'x', pin: 12 }, '12\n'],
  [
    ['vault', 'open-vault', '{"apiKey":"x"}', '--pin', '-'],
    { login: { apiKey: 'x' }, pin: 12 },
    '12',
  ],
  [['wallet', 'shutdown', '--help', 'x', '--note', '--json'], { note: '--json', help: 'x' }, ''],
  [['wallet', 'shutdown', '--', '--version', '-h'], { note: '--version', help: '-h' }, ''],
  [
    ['vault', 'set-names', '--options', 'a', '--foo-bar', 'b', '--fooBar', 'c', '--$()', 'd'],
    { options: 'a', 'foo-bar': 'b', fooBar: 'c', '$()': 'd' },
    '',
  ],
  [
    ['vault', 'set-names', '--maybe', 'null', '--size', 'small', '--__proto__', 'x'],
    { maybe: null, size: 'small', ['__proto__']: 'x' },
    '',
  ],
]

test.each(sent)('%j is sent as %j', async (args, params, input) => {
  const { url, received } = await recordingServer(() => '"result":true')
  const outcome = await safe(args, { input, env: { SAFE_URL: url } })
  expect(outcome).toMatchObject({ code: 0, err: '' })
  expect(received.map((one) => one.params)).toEqual([params])
})

/** Arguments that are rejected, and a part of the message. */
const rejected: readonly (readonly [readonly string[], RegExp])[] = [
  [['wallet', 'create-wallet', 'main', '--passphrase', 'visible'], /--passphrase is secret/],
  [['wallet', 'create-wallet', 'main', '--label', '123'], /--label(?!.*string)/],
  [['vault', 'open-vault', '--params', '{"pin":12}'], /--params is secret/],
  [['vault', 'open-vault', '--login', '{"password":"x"}', '--pin', '-'], /--login is secret/],
  [['vault', 'open-vault', '--api-key', '-', '--pin', '-'], /Only one argument/],
  [['vault', 'set-names', '--a-b', 'x'], /--a-b must be/],
  [['vault', 'set-names', '--code', 'x'], /--code is secret/],
  [['wallet', 'shutdown', '--count', '1'], /--count needs --all or a subscription/],
  [['wallet', 'subscribe', 'heads', '--all'], /--all needs a method with pages/],
]

test.each(rejected)('%j is rejected before anything is sent', async (args, message) => {
  const { url, received } = await recordingServer(() => '"result":true')
  const outcome = await safe([...args, '--url', url], { input: '12' })
  expect(outcome).toMatchObject({ code: 2, err: expect.stringMatching(message) })
  expect(received).toEqual([])
})

test.runIf(hasTerminals).each([[[]], [['--pin', '-']]])(
  'a secret is typed without echo and read by its schema: %j',
  async (args) => {
    const { url, received } = await recordingServer(() => '"result":true')
    const text = await onTerminal(bin, ['vault', 'open-vault', ...args, '--url', url], '1234\r')
    expect(received.map(({ params }) => params)).toEqual([{ pin: 1234 }])
    expect(text).not.toContain('1234')
  },
)

test('a mock needs no secret', async () => {
  expect(await safe(['vault', 'open-vault', '--mock'])).toMatchObject({ code: 0, err: '' })
})

test('each document has its own address, and a document without one needs a setting', async () => {
  expect(await safe(['wallet', 'list-coins'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--url or SAFE_URL'),
  })
  expect(await safe(['vault', 'open-vault', '--pin', '-'], { input: '1' })).toMatchObject({
    code: 3,
  })
})

test('events come from the most specific address, that of an option first', async () => {
  const subscribe = ['wallet', 'subscribe', 'heads', '--retries', '0']
  expect((await safe(subscribe)).err).toMatch(/127\.0\.0\.1:1\b.*address of the document/)
  const env = { SAFE_WS_URL: 'ws://127.0.0.1:2' }
  expect((await safe(subscribe, { env })).err).toContain('address of SAFE_WS_URL')
  const option = [...subscribe, '--url', 'http://127.0.0.1:3']
  expect((await safe(option, { env })).err).toContain('address of --url')
})

test('options for information send nothing', async () => {
  const { url, received } = await recordingServer(() => '"result":true')
  const env = { SAFE_URL: url }
  const shutdown = ['wallet', 'shutdown'] as const
  expect((await safe([...shutdown, '--version'], { env })).out).toBe('1.2.3\n')
  expect((await safe([...shutdown, '--completion', 'bash'], { env })).out).toContain('complete')
  expect((await safe([...shutdown, '-h'], { env })).out).toContain('Usage: safe wallet shutdown')
  expect(received).toEqual([])
})

test('the help names each param, also those with the names of options', async () => {
  const { out } = await safe(['vault', 'set-names', '--help'])
  expect(out).toContain(
    '[<options>] [<url>] [<fooBar>] [<foo-bar>] [<$()>] [<proto>] [<a-b>] [<any>] [<maybe>] [<size>] [OPTIONS]\n',
  )
  expect(out).toContain("set-names --fooBar 5 --foo-bar 5 '--$()' 5 --any '\"5\"'\n")
  expect(out).toMatch(/--url +string; the option is written before the command\n/)
})

test('completion offers no value that is read as another one', async () => {
  const { out } = await safe(['--complete', 'vault', 'set-names', '--size', ''])
  expect(out).toBe('true\nsmall\n')
})

test('the help of a subscription has its topics, and line breaks of Windows are no characters', async () => {
  const { out } = await safe(['wallet', 'subscribe', '--help'])
  expect(out).toContain('Usage: safe wallet subscribe TOPIC')
  expect(out).toContain('  safe wallet subscribe logs --filter 0x1\n')
  expect((await safe(['wallet', 'list-coins', '-h'])).out).toContain('One line\nand another\n')
})

test('a topic may follow options', async () => {
  const args = ['wallet', 'subscribe', '--json', 'heads', '--mock', '--count', '1']
  expect(await safe(args)).toMatchObject({ code: 0, out: expect.stringMatching(/^-?\d+\n$/) })
})

test.each([
  ['second', 17],
  ['other', 16],
])('the listed error %s has the exit code %i', async (message, code) => {
  const { url } = await recordingServer(() => `"error":{"code":-1,"message":"${message}"}`)
  expect(await safe(['wallet', 'list-coins', '--url', url])).toMatchObject({ code })
})

test('errors as JSON have no control characters, and --json as a value does not ask for JSON', async () => {
  const { url } = await recordingServer(() => '"error":{"code":7,"message":"\u009B[2J"}')
  const json = await safe(['wallet', 'list-coins', '--json', '--url', url])
  expect(json.err).not.toContain('\u009B')
  expect(JSON.parse(json.err)).toMatchObject({ error: { message: '\u009B[2J' } })
  const plain = await safe(['wallet', 'shutdown', '--note', '--json', '--url', url])
  expect(plain.err).toMatch(/^safe: /)
})

test('a query of a result that is too deep says so', async () => {
  const result = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
  const { url } = await recordingServer(() => `"result":${result}`)
  const { code, err } = await safe(['wallet', 'list-coins', '--query', '$..a', '--url', url])
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(/--query: .*limit/) })
})

test('comparisons of a query are exact', async () => {
  const { url } = await recordingServer(
    () => '"result":[{"n":18446744073709551615},{"n":5},{"n":18446744073709551616},{"n":"x"}]',
  )
  const found = async (filter: string): Promise<string> => {
    const query = ['--query', `$[?${filter}].n`, '--json', '--url', url]
    return (await safe(['wallet', 'list-coins', ...query])).out.replaceAll(/\s/g, '')
  }
  expect(await found('@.n > 100')).toBe('[18446744073709551615,18446744073709551616]')
  expect(await found('@.n == 18446744073709551615')).toBe('[18446744073709551615]')
  expect(await found('@.n < 18446744073709551616 && @.n != 5')).toBe('[18446744073709551615]')
  expect(await found("@.n == 'x'")).toBe('["x"]')
})

test('pages end at a repeated cursor or an absent page, and a page that is no object is an invalid response', async () => {
  const { url, received } = await recordingServer(() => {
    const next = received.length % 2 === 0 ? 'a' : 'b'
    return received.length > 10
      ? '"result":{"items":[]}'
      : `"result":{"items":[1],"next":"${next}"}`
  })
  const args = ['wallet', 'list-coins', '--all', '--url']
  expect(await safe([...args, url])).toMatchObject({ code: 0, out: '1\n1\n1\n' })
  const absent = await recordingServer(() => '"result":null')
  expect(await safe([...args, absent.url])).toMatchObject({ code: 0, out: '' })
  const text = await recordingServer(() => '"result":"1"')
  expect(await safe([...args, text.url])).toMatchObject({ code: 5 })
})

test('credentials of an option precede those of the environment, and these those of the file', async () => {
  const { url, received } = await recordingServer(() => '"result":true')
  const folder = temporaryFolder({
    '.config/safe/config.json': JSON.stringify({ url, headers: { Authorization: 'file' } }),
    '.config/other.json': JSON.stringify({ url, cookieFile: '../cookie' }),
    cookie: 'user:secret',
  })
  const cookie = join(folder, 'cookie')
  const home = { HOME: folder, XDG_CONFIG_HOME: '' }
  const args = ['wallet', 'list-coins']
  await safe(args, { env: home })
  await safe(args, { env: { ...home, SAFE_COOKIE_FILE: cookie, XDG_CONFIG_HOME: 'relative' } })
  await safe([...args, '--header', 'AUTHORIZATION: x'], {
    env: { ...home, SAFE_COOKIE_FILE: cookie },
  })
  // A cookie file is relative to the settings that name it.
  await safe([...args, '--config', join(folder, '.config/other.json')])
  const basic = `Basic ${btoa('user:secret')}`
  const sent = received.map(({ headers }) => headers.authorization)
  expect(sent).toEqual(['file', basic, 'x', basic])
})

test('completion knows which options have a value', async () => {
  const pets = join(import.meta.dirname, 'program.mjs')
  const words = ['--complete', 'get-pet', '--with-owner', '--json', '1', '']
  expect((await command(words, { bin: pets })).out).toMatch(/^cat$/m)
})

test('values are aligned, however many and long they are', () => {
  expect(alignedText([{}, {}])).toBe('{}\n{}')
  const many = Object.fromEntries(
    Array.from({ length: 130_000 }, (_, index) => [`m${index}`, index]),
  )
  expect(alignedText(many).split('\n')).toHaveLength(130_000)
  const rows = [
    { a: 'x'.repeat(100_000), b: 1 },
    { a: 'y', b: 2 },
  ]
  expect(alignedText(rows).length).toBeLessThan(101_000)
  const columns = Array.from({ length: 3000 }, (_, index) => ({ [`m${index}`]: index }))
  expect(alignedText(columns).length).toBeLessThan(100_000)
})

test.each(['EAI_AGAIN', 'CERT_HAS_EXPIRED'])('the cause %s is printed', (code) => {
  const error = new TransportError('No connection', { cause: { code } })
  const { text } = failureOf(error, { listed: [], name: 'safe', json: false })
  expect(text).toContain(code)
})

test('results that are too deep, and outputs that cannot be written, are failures with a reason', async () => {
  const deep = await recordingServer(() => `"result":${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  const { code, err } = await safe(['wallet', 'list-coins', '--url', deep.url])
  expect({ code, err }).toEqual({ code: 5, err: expect.stringMatching(/^safe: .*too deep\n$/) })
  if (!existsSync('/dev/full')) return
  const full = (line: string): object => {
    const run = `"${process.execPath}" "${bin}" ${line}`
    return spawnSync('bash', ['-c', run], { encoding: 'utf8', timeout: 20_000 })
  }
  const stderr = 'safe: Could not write the output: ENOSPC\n'
  expect(full('--help > /dev/full')).toMatchObject({ status: 1, stderr })
  // The invalid option decides, although its message cannot be written.
  expect(full('--nonsense 2> /dev/full')).toMatchObject({ status: 2 })
  const { url } = await recordingServer(() => '"result":{"items":[1],"next":1}')
  const pages = `wallet list-coins --all --json --url ${url}`
  expect(await onShell(`${pages} > /dev/full`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('"code":"ENOSPC"'),
  })
})

/** Runs a command of a shell, while servers of the test respond. */
function onShell(line: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', `"${process.execPath}" "${bin}" ${line}`])
    const texts = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()))
    child.on('close', (code) => resolve({ code, ...texts }))
  })
}

test('a full disk ends events of an open connection', async () => {
  if (!existsSync('/dev/full')) return
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  await once(server, 'listening')
  server.on('connection', (socket) =>
    socket.on('message', (message: Buffer) => {
      const { id } = JSON.parse(message.toString()) as { readonly id: number }
      socket.send(`{"jsonrpc":"2.0","id":${id},"result":"s"}`)
      const params = '{"subscription":"s","result":1}'
      socket.send(`{"jsonrpc":"2.0","method":"event","params":${params}}`)
    }),
  )
  const { port } = server.address() as AddressInfo
  const line = `wallet subscribe heads --url ws://127.0.0.1:${port} > /dev/full`
  expect(await onShell(line)).toMatchObject({ code: 1, err: expect.stringContaining('ENOSPC') })
})

test('Control-C ends calls and events with 130', async () => {
  const { url, received } = await recordingServer(() => undefined)
  const line = [bin, 'wallet', 'list-coins', '--url', url]
  const call = spawn(process.execPath, line, { stdio: ['ignore', 'pipe', 'pipe'] })
  const events = spawn(process.execPath, [bin, 'wallet', 'subscribe', 'heads', '--mock'])
  await Promise.all([
    vi.waitFor(() => expect(received).toHaveLength(1), 20_000),
    once(events.stdout, 'data'),
  ])
  for (const child of [call, events]) {
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.kill('SIGINT')
    expect((await once(child, 'close'))[0]).toBe(130)
    expect(text).toBe('')
  }
})

const stop = (text: string): void => {
  process.kill(Number(/^pid (\d+)$/m.exec(text.replaceAll('\r', ''))?.[1]), 'SIGINT')
}

test.runIf(hasTerminals).each([
  ['Control-C', '\u0003'],
  ['SIGINT', stop],
] as const)('%s ends a prompt with 130, and the terminal echoes again', async (_name, input) => {
  const shell =
    'bash -c "echo pid \\$\\$; exec \\"\\$0\\" \\"\\$@\\"" "$0" "$@"; echo code $?; stty -a'
  const args = ['-c', shell, process.execPath, bin, 'vault', 'open-vault', '--url', 'http://h']
  const text = await onTerminalLine(['bash', ...args], input)
  expect(text).toContain('code 130')
  expect(text).toMatch(/(^|\s)echo\b/m)
  expect(text).not.toMatch(/Error|at /)
})

test('SIGINT ends a command that waits for its input', async () => {
  const pipe = join(temporaryFolder({}), 'pin')
  spawnSync('mkfifo', [pipe])
  const child = spawn(process.execPath, [bin, 'vault', 'open-vault', '--pin', `@${pipe}`])
  onTestFinished(() => void child.kill('SIGKILL'))
  // Opens when the command reads.
  const writer = await open(pipe, 'w')
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([null, 'SIGINT'])
  await writer.close()
})

test('numbers of any size are printed as they arrived', async () => {
  const numbers = `[1e999,-2.50E+400,${'9'.repeat(1001)},${'8'.repeat(400)}.5]`
  const { url } = await recordingServer(({ method }) =>
    method === 'listCoins'
      ? `"result":${numbers}`
      : `"error":{"code":1,"message":"x","data":1e999}`,
  )
  const list = ['wallet', 'list-coins', '--url', url]
  expect((await safe([...list, '--json'])).out.replaceAll(/\s/g, '')).toBe(numbers)
  expect((await safe([...list, '--query', '/0'])).out).toBe('1e999\n')
  const failed = await safe(['wallet', 'shutdown', '--json', '--url', url])
  expect(failed.err).toContain('"data":1e999,')
})

test('a message of the server does not look like lines of the command, and files may start with a byte order mark', async () => {
  const { url } = await recordingServer(() => '"error":{"code":1,"message":"no\\nsafe: fine"}')
  const settings = join(
    temporaryFolder({ settings: `\uFEFF{"url":${JSON.stringify(url)}}` }),
    'settings',
  )
  const { err } = await safe(['wallet', 'list-coins', '--config', settings])
  expect(err).toBe('safe: no\n  safe: fine (code 1)\n')
})

test.each([
  [['--url', 'http://127.0.0.1:1/v3/key-1'], {}, '--url'],
  [[], { SAFE_URL: 'http://127.0.0.1:1/?key=key-1' }, 'SAFE_URL'],
  [['--config', 'settings'], {}, 'the settings file'],
  [['--url', 'ftp://host/key-1'], {}, '--url'],
] as const)(
  'the address of %j has no path in errors, which name the setting',
  async (args, env, from) => {
    const settings = temporaryFolder({ settings: '{"url":"http://u:key-1@127.0.0.1:1/key-1"}' })
    const given = args.map((one) => (one === 'settings' ? join(settings, one) : one))
    const { err } = await safe(['wallet', 'list-coins', '--retries', '0', ...given], { env })
    expect(err).toContain(`the address of ${from}`.slice(4))
    expect(err).not.toContain('key-1')
  },
)
