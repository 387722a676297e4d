import { describe, expect, test } from 'vitest'
import {
  judgeServerMessage,
  judgeTraffic,
  openRecorder,
  readContract,
  redactMessage,
  type Traffic,
} from '@rpcloom/conform'
import { isSecretName } from '../../packages/rpc/src/secret-name.ts'

const secret = 'correct horse "battery" staple'

const contract = readContract({
  openrpc: '1.3.2',
  info: { title: 'Vault', version: '1' },
  methods: [
    {
      name: 'v.open',
      params: [
        { name: 'password', schema: { type: 'string', maxLength: 3 } },
        { name: 'pin', schema: { 'x-secret': true, type: 'boolean' } },
      ],
      result: {
        name: 'keys',
        schema: { type: 'object', properties: { privateKey: { type: 'string', maxLength: 3 } } },
      },
    },
    {
      name: 'v.put',
      params: [
        { name: 'newPassword', schema: { type: 'string' } },
        { name: 'privateKeys', schema: { type: 'array', items: { type: 'string' } } },
        { name: 'any', schema: true },
      ],
      result: { name: 'count', schema: { type: 'number' } },
    },
  ],
})

const call = (method: string, params: unknown, id: unknown = 1): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const answer = (result: unknown, id: unknown = 1): object => ({ jsonrpc: '2.0', id, result })
const refusal = { jsonrpc: '2.0', id: 1, error: { code: -1, message: `no: ${secret}` } }

function traffic(verb: 'POST' | 'WS', asked: object, response: object): Traffic {
  const [body, text] = [JSON.stringify(asked), JSON.stringify(response)]
  const exchange =
    verb === 'WS'
      ? ({ kind: 'messages', texts: [text] } as const)
      : ({ kind: 'response', status: 200, contentType: 'application/json', body: text } as const)
  return { verb, path: contract.path, body, exchange }
}

const written = JSON.stringify(secret).slice(1, -1)

describe.each(['POST', 'WS'] as const)('over %s, no finding contains a secret', (verb) => {
  test.each<[string, object, object]>([
    ['in params by name', call('v.open', { password: secret }), answer({})],
    ['in params by position', call('v.open', [secret]), answer({})],
    ['by the schema only', call('v.open', { pin: secret }), answer({})],
    ['in a result', call('v.open', {}), answer({ privateKey: secret })],
    ['in an error', call('v.put', { newPassword: secret }), refusal],
    ['in a batch', [call('v.put', { any: { deep: [{ mnemonic: secret }] } })], [refusal]],
    [
      'where nothing is owed',
      { ...call('v.open', {}), id: undefined },
      answer({ privateKey: secret }),
    ],
    ['in an invalid response', call('v.open', {}), { password: secret, other: secret }],
    ['that is cut', call('v.open', {}), { a: 'x'.repeat(95), password: secret }],
    ['next to huge integers', call('v.open', { password: secret }), answer({})],
  ])('%s', (_name, asked, response) => {
    const { findings } = judgeTraffic(contract, traffic(verb, asked, response), { name: 'traffic' })
    expect(findings).not.toEqual([])
    const shown = findings
      .flatMap(({ pointer, expected, got }) => [pointer, expected, got])
      .join('\n')
    for (const part of [secret, written, written.slice(0, 8)]) expect(shown).not.toContain(part)
  })
})

test('a param is no secret by its name if `x-secret` is false, or if its value is no string', () => {
  const properties = { privateKeys: { type: 'boolean' }, apiKey: { 'x-secret': false } }
  const params = Object.entries(properties).map(([name, schema]) => ({ name, schema }))
  const wallet = readContract({
    openrpc: '1.3.2',
    info: { title: 'Wallet', version: '1' },
    methods: [{ name: 'create', params, result: { name: 'x', schema: true } }],
  })
  for (const values of [[7, 'visible'], { privateKeys: 7, apiKey: 'visible' }]) {
    const text = JSON.stringify(call('create', values))
    expect(redactMessage(wallet, text)).toBe(text)
  }
  expect(redactMessage(wallet, JSON.stringify(call('create', ['hidden'])))).not.toContain('hidden')
})

test('a request with integers beyond doubles is checked', () => {
  const body = `{"jsonrpc":"2.0","id":1,"method":"v.put","params":{"any":123456789012345678901}}`
  const one = { ...traffic('POST', {}, answer('x')), body }
  const { findings } = judgeTraffic(contract, one, { name: 'traffic' })
  expect(findings).toMatchObject([{ code: 'result' }])
})

test('an event without a subscription shows no secret', () => {
  const event = { jsonrpc: '2.0', method: 'x', params: { password: secret } }
  const message = { path: contract.path, text: JSON.stringify(event), subscribeRequest: undefined }
  const findings = judgeServerMessage(contract, message, { name: 'traffic' })
  expect(JSON.stringify(findings)).not.toContain('horse')
})

describe('recorded', () => {
  const record = (asked: object, response: object): string => {
    const recorder = openRecorder(contract)
    const { successes } = judgeTraffic(contract, traffic('POST', asked, response), {
      name: 'traffic',
    })
    for (const success of successes) recorder.add(success)
    return JSON.stringify([...recorder.pairings()])
  }

  test.each<[string, object]>([
    ['of a name of several words', { newPassword: secret }],
    ['in a list', { privateKeys: [secret, 'other secret'] }],
    ['as a key of a map', { newPassword: secret, any: { [secret]: { [`${secret}/1`]: 1 } } }],
    ['below a name of a secret', { any: { credentials: { first: { value: secret } } } }],
  ])('secrets %s are removed', (_name, params) => {
    const text = record(call('v.put', params), answer(1))
    expect(text).toContain('redacted')
    expect(text).not.toMatch(/horse|other secret/)
  })

  test('other values that equal a secret remain', () => {
    const text = record(call('v.put', { newPassword: 'newPassword', any: 1 }), answer(1))
    expect(text).toContain('{"name":"newPassword","value":"redacted"}')
  })

  test.each<[string, object]>([
    ['a method that no document has', call('no.such', {}, 2)],
    ['the same id', call('v.put', {}, 1)],
  ])('a wrong result in a batch with %s is not recorded', (_name, other) => {
    const asked = [call('v.put', { any: 1 }, 1), other]
    expect(record(asked, [answer('WRONG', 1), answer(1, 2)])).toBe('[]')
  })
})

test.each([
  ['password', true],
  ['PRIVATE_KEY', true],
  ['privatekey', true],
  ['oldPassword', true],
  ['wallet-passphrase', true],
  ['client_secret', true],
  ['apiKeys', true],
  ['refreshToken', true],
  ['bypass', false],
  ['token', false],
  ['publicKey', false],
  ['secretary', false],
  ['passengers', false],
])('%s names a secret: %s', (name, want) => {
  expect(isSecretName(name)).toBe(want)
})
