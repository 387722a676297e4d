import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { command, type Outcome } from './command.ts'
import { recordingServer } from './server.ts'

const bin = join(import.meta.dirname, 'program.mjs')

interface Given {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

function pets(args: readonly string[], given: Given = {}): Promise<Outcome> {
  return command(args, { bin, ...given })
}

/** Arguments of `echo`, and the params that are sent. */
const conversions: readonly (readonly [readonly string[], string, string?])[] = [
  [
    [
      '5',
      '{"a":1}',
      '--list',
      'a',
      '--list',
      '2',
      '--number',
      '5',
      '--either',
      '{"n":18446744073709551615}',
    ],
    String.raw`[5,"{\"a\":1}",["a","2"],{"n":18446744073709551615},"5"]`,
  ],
  [
    ['x', '--text=-', '--list', 'a', '--either', '{"m":1}'],
    String.raw`["x","from input",["a"],"{\"m\":1}"]`,
    'from input\n',
  ],
  [['{"a":1}', '5', '--list', '["a","b"]'], '[{"a":1},"5",["a","b"]]'],
  [['--text', String.raw`\-`, '--', '--text'], '["--text","-"]'],
  [['--list', '-'], '[null,null,["from input"]]', 'from input\n'],
  [['--params', '[18446744073709551615]'], '[18446744073709551615]'],
  [['--params', '-', '--text', 'b'], '[1,"b"]', '{"any":1,"text":"a"}'],
]

test('texts become params by their schemas, with all digits', async () => {
  const { url, received } = await recordingServer(() => '"result":true')
  for (const [args, , input = ''] of conversions) {
    expect(await pets(['--url', url, 'echo', ...args], { input }), args.join(' ')).toMatchObject({
      code: 0,
      err: '',
    })
  }
  const sent = received.map(({ text }) => /"params":(.*?)(?:,"id":\d+)?\}$/.exec(text)?.[1])
  expect(sent).toEqual(conversions.map(([, want]) => want))
})

/** Arguments that are rejected, and a part of the message. */
const rejected: readonly (readonly [readonly string[], RegExp])[] = [
  [['get-pet'], /--id is required/],
  [['get-pet', '-5'], /--id/],
  [['get-pet', '1', 'cow'], /--kind/],
  [['get-pet', '1', 'cat', 'true', 'more'], /Too many arguments/],
  [['get-pet', '1', '--kindd', 'cat'], /Did you mean --kind\?/],
  [['get-pett', '1'], /Did you mean get-pet\?/],
  [['get-pet', '--id'], /--id needs a value/],
  [['get-pet', '1', '--retries', 'x'], /retries must be a whole number/],
  [['get-pet', '1', '--header', 'x'], /NAME: VALUE/],
  [['get-pet', '1', '--at', 'x'], /NAME=VALUE/],
  [['get-pet', '1', '--at', 'other=1'], /variable of the path \/pets\/\{shop\}/],
  [['get-pet', '1', '--at', 'shop=..'], /NAME=VALUE/],
  [['get-pet', '1', '--header', 'x: \u{1F40E}'], /header "x" has an invalid/],
  [['get-pet', '1', '--url', 'ftp://a'], /must be a URL/],
  [['get-pet', '1', '--query', 'a.b'], /--query/],
  [['get-pet', '1', '--all'], /needs a method with pages/],
  [['get-pet', '--params', '{'], /--params is not JSON/],
  [['get-pet', '--params', '{"x":1}'], /Unknown param "x"/],
  [['get-pet', '@/nonexistent/file'], /ENOENT/],
  [['login', 'ann', '--password', 'Secret-1'], /is secret/],
  [['login', 'ann'], /Missing secret password/],
  [['login', 'ann', '--password', '-'], /--password/],
]

test.each(rejected)('%j is rejected before anything is sent', async (args, message) => {
  const { url, received } = await recordingServer(() => '"result":true')
  const { code, err } = await pets(args, { env: { PETS_URL: url }, input: 'ab' })
  expect(err).toMatch(message)
  expect(err).not.toMatch(/Secret-1|\bab\b/)
  expect(code).toBe(2)
  expect(received).toEqual([])
})

test('options take precedence over the environment, and the environment over the file', async () => {
  const { url, received } = await recordingServer(() => '"result":true')
  const folder = temporaryFolder({
    'pets/config.json': JSON.stringify({ url, headers: { 'x-from': 'file', 'x-file': '1' } }),
    cookie: 'user:secret\n',
    wrong: JSON.stringify({ adress: url }),
  })
  const env = { XDG_CONFIG_HOME: folder, PETS_HEADERS: 'x-from: env\nx-env: 2' }
  await pets(['echo', '1'], { env })
  const cookie = ['--cookie-file', join(folder, 'cookie')]
  await pets(['echo', '1', ...cookie, '--header', 'X-From: option', '--at', 'shop=a b'], { env })
  expect(received.map(({ headers, path }) => ({ path, from: headers['x-from'] }))).toEqual([
    { path: '/pets/main', from: 'env' },
    { path: '/pets/a%20b', from: 'option' },
  ])
  expect(received[1]?.headers).toMatchObject({
    authorization: `Basic ${btoa('user:secret')}`,
    'x-file': '1',
    'x-env': '2',
  })
  const wrong = await pets(['echo', '--config', join(folder, 'wrong')], { env })
  expect(wrong).toMatchObject({
    code: 2,
    err: expect.stringMatching(/adress is not a known member/),
  })
})

test('only calls that read are repeated', async () => {
  const { url, received } = await recordingServer((_request, response) => {
    response.statusCode = 503
    response.end()
    return undefined
  })
  const options = ['--url', url, '--retries', '2']
  expect(await pets(['get-pet', '1', ...options])).toMatchObject({ code: 5 })
  expect(received).toHaveLength(3)
  expect(await pets(['echo', '1', ...options])).toMatchObject({ code: 5 })
  expect(received).toHaveLength(4)
})

test('each failure has its exit code', async () => {
  const messages = ['not found', 'busy right now', 'other']
  const { url, received } = await recordingServer(({ method }) =>
    method === 'getPet'
      ? `"error":{"code":-32000,"message":"${messages[received.length - 1]}"}`
      : undefined,
  )
  const codes: (number | null)[] = []
  for (let index = 0; index < messages.length; index++) {
    codes.push((await pets(['get-pet', '1', '--url', url])).code)
  }
  expect(codes).toEqual([16, 17, 6])
  const slow = await pets(['echo', '--url', url, '--timeout', '50'])
  expect(slow).toMatchObject({ code: 4, err: expect.stringMatching(/No response/) })
  const none = await pets(['echo', '--url', 'http://127.0.0.1:1'])
  expect(none).toMatchObject({ code: 3, err: expect.stringMatching(/ECONNREFUSED/) })
})

test('secrets come from a file or standard input, and are not printed', async () => {
  const { url, received } = await recordingServer(() => '"error":{"code":1,"message":"no"}')
  const file = join(temporaryFolder({ password: 'Secret-1\n' }), 'password')
  const outcomes = [
    await pets(['login', 'ann', '--password', `@${file}`, '--url', url]),
    await pets(['login', 'ann', '--password', '-', '--url', url], { input: 'Secret-1\n' }),
  ]
  expect(received.map(({ params }) => params)).toEqual(
    outcomes.map(() => ({ user: 'ann', password: 'Secret-1' })),
  )
  for (const { out, err, code } of outcomes) {
    expect(out + err).not.toContain('Secret-1')
    expect(code).toBe(6)
  }
})
