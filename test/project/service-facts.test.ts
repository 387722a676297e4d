import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Users } from '../../packages/node/src/keystore/users.ts'
import { memoryStore } from '../../packages/node/src/store/memory-store.ts'
import { below, children, documents, files, folder, follow } from './openrpc/files.ts'
import { isObject, items, member, members, text } from './openrpc/files.ts'
import { type Found, type Json } from './openrpc/files.ts'
import { faults } from './openrpc/oracle.ts'
import { methodsOf, root, schemasFrom } from './openrpc/walk.ts'

const methods = new Map(
  documents.flatMap(([file]) =>
    methodsOf(file).map((method) => [text(method.value, 'name'), method] as const),
  ),
)

function methodNamed(name: string): Found {
  const method = methods.get(name)
  if (method === undefined) throw new Error(`There is no method ${name}`)
  return method
}

function paramsOf(method: Found): readonly Found[] {
  return children(below(method, 'params')).flatMap((param) => follow(param) ?? [])
}

function paramSchemas(method: Found): readonly Found[] {
  return paramsOf(method).flatMap((param) => schemasFrom(below(param, 'schema') ?? param))
}

/** Returns the schema of a param, or of the result if the name is `result`. */
function schemaOf(name: string, part: string): Found {
  const method = methodNamed(name)
  const holder =
    part === 'result'
      ? below(method, 'result')
      : paramsOf(method).find((param) => text(param.value, 'name') === part)
  const schema = holder && below(holder, 'schema')
  if (schema === undefined) throw new Error(`${name} has no ${part}`)
  return schema
}

interface Example {
  readonly name: string
  readonly params: Readonly<Record<string, Json>>
  readonly result: Json
}

function examplesOf(method: Found): readonly Example[] {
  return items(member(method.value, 'examples')).map((pairing) => ({
    name: `${text(method.value, 'name')}: ${text(pairing, 'name')}`,
    params: Object.fromEntries(
      items(member(pairing, 'params')).map((param) => [
        text(param, 'name'),
        member(param, 'value') ?? null,
      ]),
    ),
    result: member(member(pairing, 'result'), 'value') ?? null,
  }))
}

test('a limit above 2^53 has all of its digits', () => {
  const exact = new Set([2n ** 63n - 1n, 2n ** 64n - 1n, 2n ** 256n - 1n])
  const wrong = [...files.keys()].flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/"(?:max|min)imum": -?(\d+)/g)]
      .map(([, digits = '0']) => BigInt(digits))
      .filter((bound) => bound > 2n ** 53n && !exact.has(bound))
      .map((bound) => `${file}: ${bound}`),
  )
  expect(wrong).toEqual([])
})

test('keywords next to a $ref only annotate, since draft 7 ignores them', () => {
  const annotations = ['$ref', 'description', 'summary', 'default']
  const wrong: string[] = []
  const visit = (file: string, pointer: string, value: Json): void => {
    const beside = members(value).filter(([key]) => !annotations.includes(key))
    if (typeof member(value, '$ref') === 'string' && beside.length > 0) {
      wrong.push(`${file}#${pointer}: ${beside.map(([key]) => key).join(', ')}`)
    }
    for (const child of children({ file, pointer, value })) visit(file, child.pointer, child.value)
  }
  for (const [file, json] of files) visit(file, '', json)
  expect(wrong).toEqual([])
})

describe('integers', () => {
  /**
   * The service description declares this param as a string, and describes `baseFee` as an EVM
   * quantity.
   */
  const asText = ['xvm.getBlockByHeight(height)']

  test('are JSON numbers in params that the description types as integers', () => {
    const wrong = [...methods].flatMap(([name, method]) =>
      paramsOf(method)
        .filter((param) => !asText.includes(`${name}(${text(param.value, 'name')})`))
        .filter((param) => text(param.value, 'name') !== 'baseFee')
        .flatMap((param) => schemasFrom(below(param, 'schema') ?? param))
        .filter(({ value }) => items(member(value, 'type'))[0] === 'string')
        .filter(({ value }) => items(member(value, 'type')).includes('integer'))
        .map(({ file, pointer }) => `${name}: ${file}#${pointer}`),
    )
    expect(wrong).toEqual([])
  })

  test('are also accepted as decimal strings in params', () => {
    const wrong = [...methods]
      .filter(([, method]) => text(method.value, 'paramStructure') === 'by-name')
      .flatMap(([name, method]) =>
        paramSchemas(method)
          .filter(({ value }) => member(value, 'type') === 'integer')
          .map(({ file, pointer }) => `${name}: ${file}#${pointer}`),
      )
    expect(wrong).toEqual([])
  })

  test('are JSON numbers in the examples of decoded transactions and blocks', () => {
    const numeric =
      /^(amount|locktime|threshold|networkID|outputIndex|start|end|weight|balance|height|time)$/
    const wrong: string[] = []
    const visit = (name: string, value: Json): void => {
      for (const [key, inside] of members(value)) {
        if (numeric.test(key) && typeof inside === 'string') wrong.push(`${name}: ${key}`)
        visit(name, inside)
      }
      for (const inside of items(value)) visit(name, inside)
    }
    for (const [name, method] of methods) {
      if (!/\.get(Tx|Block|BlockByHeight)$/.test(name)) continue
      for (const example of examplesOf(method)) visit(example.name, example.result)
    }
    expect(wrong).toEqual([])
  })
})

test('an empty page ends at the start position of the request', () => {
  const empty = [...methods.values()].flatMap((method) => {
    const paging = below(method, 'x-pagination')?.value
    const cursor = member(paging, 'cursor')
    return examplesOf(method)
      .filter(({ params }) => params[text(cursor, 'param')] !== undefined)
      .filter(({ result }) => items(member(result, text(paging, 'items'))).length === 0)
      .map(({ name, params, result }) => ({
        name,
        given: params[text(cursor, 'param')],
        end: member(result, text(cursor, 'result')),
      }))
  })
  expect(empty.length).toBeGreaterThanOrEqual(3)
  const plain = (value: Json | undefined): string => JSON.stringify(value).replaceAll('"', '')
  for (const { name, given, end } of empty) expect(plain(end), name).toBe(plain(given))
})

test('the exported keystore user of the examples is imported with its password', async () => {
  const given = ['keystore.exportUser', 'keystore.importUser'].flatMap((name) =>
    examplesOf(methodNamed(name)).map(({ params, result }) => ({
      password: params['password'],
      user: params['user'] ?? member(result, 'user'),
    })),
  )
  expect(given.length).toBeGreaterThanOrEqual(2)
  for (const { password, user } of given) {
    if (typeof password !== 'string' || typeof user !== 'string') throw new Error('no such text')
    const store = memoryStore()
    const users = new Users(() => Promise.resolve(store))
    const bytes = Buffer.from(user.slice(2), 'hex').subarray(0, -4)
    expect(await users.import('name', password, bytes)).toMatchObject({ ok: true })
  }
})

test('a filtered health report contains the checks of the node', () => {
  const always = ['network', 'router', 'database', 'diskspace', 'bls', 'bootstrapped']
  const method = methodNamed('health.health')
  for (const { name, result } of examplesOf(method)) {
    expect(Object.keys(Object(member(result, 'checks'))), name).toEqual(
      expect.arrayContaining(always),
    )
  }
  const about = text(below(root('health.openrpc.json'), 'info')?.value, 'description')
  for (const check of always) expect(about).toContain(`\`${check}\``)
})

test('a group of a chain has a path for any ID or alias of the chain', () => {
  const open = documents
    .map(([, document]) => text(document['x-group'], 'path'))
    .filter((path) => path.includes('{chain}'))
  expect([...new Set(open)].toSorted()).toEqual([
    '/ext/bc/{chain}',
    '/ext/bc/{chain}/admin',
    '/ext/bc/{chain}/native',
    '/ext/bc/{chain}/rpc',
    '/ext/bc/{chain}/wallet',
  ])
})

const validationID = 'MvKmoQRdeg4pVhJEekCAdZ2sEBy72SQZSeTvEDSExKkWeNnMZ'
const address = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
const nothing = { from: null, gas: null, gasPrice: null, value: null, nonce: null, data: null }

describe('values of the description are accepted', () => {
  const table: readonly (readonly [method: string, param: string, value: Json])[] = [
    ['platform.getL1Validator', 'validationID', validationID],
    ['platform.getL1Validator', 'validationID', [validationID]],
    ['platform.validatedBy', 'blockchainID', 'X'],
    ['xvm.getUTXOs', 'limit', 5],
    ['xvm.getUTXOs', 'limit', '5'],
    ['native.export', 'amount', 1000000000],
    ['native.export', 'amount', '18446744073709551615'],
    ['admin.setLogLevel', 'level', 'dbug'],
    ['admin.setLogLevel', 'level', 'trce'],
    ['admin.setLogLevel', 'level', 'eror'],
    ['eth_call', 'transaction', { ...nothing, to: address, accessList: null, chainId: null }],
    ['eth_sendTransaction', 'transaction', { from: address, to: address, gas: null, input: null }],
    ['eth_call', 'stateOverrides', { [address]: { balance: null, state: null } }],
    ['eth_call', 'blockOverrides', { number: null, time: null }],
    ['eth_call', 'block', { blockNumber: 'latest', requireCanonical: true }],
    ['eth_call', 'block', { blockHash: `0x${'0'.repeat(64)}`, requireCanonical: null }],
    ['eth_getLogs', 'filter', { fromBlock: null, toBlock: null, address: null, topics: null }],
    ['eth_getLogs', 'filter', { blockHash: null, fromBlock: '0x0', toBlock: 'latest' }],
    ['eth_getLogs', 'filter', { blockHash: `0x${'0'.repeat(64)}`, fromBlock: null }],
    ['eth_subscribe', 'options', { address: null, topics: null }],
    ['eth_feeHistory', 'blockCount', '0xa'],
    ['eth_feeHistory', 'blockCount', '10'],
    ['eth_feeHistory', 'blockCount', 10],
    ['debug_traceTransaction', 'config', { tracer: null, timeout: null, limit: null }],
    ['debug_traceTransaction', 'config', { tracer: 'flatCallTracer' }],
    [
      'debug_traceTransaction',
      'config',
      { tracer: 'muxTracer', tracerConfig: { callTracer: { withLog: true }, '4byteTracer': null } },
    ],
    ['debug_traceCall', 'config', { txIndex: '0x1' }],
    ['debug_subscribe', 'kind', 'traceChain'],
  ]

  test.each(table)('%s: %s = %j', (method, param, value) => {
    expect(faults(schemaOf(method, param), value)).toEqual([])
  })
  const refused: readonly (readonly [method: string, param: string, value: Json])[] = [
    ['platform.getL1Validator', 'validationID', []],
    ['platform.getL1Validator', 'validationID', [validationID, validationID]],
    ['native.export', 'amount', 0],
    ['native.export', 'amount', '18446744073709551616'],
    ['admin.setLogLevel', 'level', 'warning'],
    ['eth_feeHistory', 'blockCount', -1],
  ]

  test.each(refused)('other values are rejected: %s: %s = %j', (method, param, value) => {
    expect(faults(schemaOf(method, param), value)).not.toEqual([])
  })
})

describe('a result is read with integers in both forms', () => {
  const given: readonly (readonly [method: string, example: number])[] = [
    ['eth_getChainConfig', 0],
    ['xvm.getTx', 2],
    ['platform.getTx', 1],
    ['platform.getFeeConfig', 0],
    ['health.health', 0],
    ['info.upgrades', 0],
  ]
  const asStrings = (value: Json): Json =>
    typeof value === 'number' && Number.isSafeInteger(value)
      ? String(value)
      : Array.isArray(value)
        ? items(value).map(asStrings)
        : isObject(value)
          ? Object.fromEntries(members(value).map(([key, inside]) => [key, asStrings(inside)]))
          : value

  test.each(given)('%s', (name, index) => {
    const example = examplesOf(methodNamed(name))[index]
    if (example === undefined) throw new Error(`${name} has no such example`)
    expect(JSON.stringify(asStrings(example.result))).not.toBe(JSON.stringify(example.result))
    expect(faults(schemaOf(name, 'result'), asStrings(example.result))).toEqual([])
  })
})

test('the configuration of the chain shows the hash that the description lists', () => {
  const [example] = examplesOf(methodNamed('eth_getChainConfig'))
  expect(member(example?.result, 'eip150Hash')).toMatch(/^0x[0-9a-f]{64}$/)
})

describe('descriptions of methods', () => {
  const facts: readonly (readonly [method: string, pointer: readonly string[], what: RegExp])[] = [
    ['xvm.buildGenesis', ['x-limits'], /0 to 4 characters/],
    ['xvm.getAddressTxs', ['errors'], /MethodNotFound/],
    ['platform.validatedBy', ['errors'], /InvalidBlockchainId/],
    ['debug_subscribe', ['x-subscription'], /traceChain/],
  ]

  test.each(facts)('%s at %j', (name, pointer, what) => {
    expect(JSON.stringify(below(methodNamed(name), ...pointer)?.value)).toMatch(what)
  })

  test.each([...methods.keys()])('%s states each limit once', (name) => {
    const method = methodNamed(name)
    const limits = [method, ...paramsOf(method)]
      .flatMap((found) => items(member(found.value, 'x-limits')))
      .map((limit) => [text(limit, 'subject'), text(limit, 'text').replace(/\.$/, '')].join(': '))
    expect(limits).toEqual([...new Set(limits)])
  })

  test('counts of delegators are not described as depending on the request', () => {
    const about = text(methodNamed('platform.getCurrentValidators').value, 'description')
    expect(about).not.toContain('otherwise')
    expect(about).toMatch(/every validator of the Primary Network/i)
  })
})
