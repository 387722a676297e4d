import { expect, test } from 'vitest'
import {
  causesOf,
  contractCases,
  readContract,
  runContract,
  type CaseRequest,
  type ContractFinding,
  type Exchange,
  type Outcome,
} from '@rpcloom/conform'
import type { Json } from '@rpcloom/rpc'

const name = { name: 'id', required: true, schema: { type: 'integer' } }
const result = {
  name: 'item',
  schema: {
    type: 'object',
    required: ['id', 'price'],
    properties: { id: { type: 'integer' }, price: { type: 'string' } },
  },
}

function method(methodName: string, example: Json = { id: 1, price: '2' }): Json {
  const examples = [
    {
      name: 'one',
      params: [{ name: 'id', value: 1 }],
      result: { name: 'item', value: example },
    },
  ]
  return { name: methodName, params: [name], result, examples, 'x-effect': 'read' }
}

const contract = readContract({
  openrpc: '1.3.2',
  info: { title: 'shop', version: '1' },
  methods: ['getTea', 'getCoffee', 'getMilk'].map((name) => method(name)),
})

type Call = Readonly<{ id?: unknown; method?: unknown; params?: unknown }>
type Answer = (call: Call) => Readonly<Record<string, unknown>>

const refused = { error: { code: -32602, message: 'Invalid params' } }
const unknown = { error: { code: -32601, message: 'Method not found' } }

/** A server that conforms to the document, except where `change` returns another response. */
function serverOf(change: (call: Call) => ReturnType<Answer> | undefined) {
  const answer: Answer = (call) => {
    const isKnown = contract.methods.some(({ name }) => name === call.method)
    if (!isKnown) return unknown
    const [id] = Array.isArray(call.params)
      ? (call.params as readonly unknown[])
      : [Reflect.get(Object(call.params), 'id') as unknown]
    if (!Number.isInteger(id)) return refused
    return { result: { id, price: '2' } }
  }
  return (request: CaseRequest): Promise<Exchange> => {
    if (request.kind !== 'call') throw new Error('Only calls are sent here.')
    const { call } = request
    const body = { jsonrpc: '2.0', id: call.id, ...(change(call) ?? answer(call)) }
    const text = call.id === undefined ? '' : JSON.stringify(body)
    const contentType = 'application/json'
    return Promise.resolve({ kind: 'response', status: 200, contentType, body: text })
  }
}

async function run(
  change: Parameters<typeof serverOf>[0],
  about = contract,
): Promise<{
  readonly findings: readonly ContractFinding[]
  readonly outcomes: readonly Outcome[]
}> {
  const outcomes: Outcome[] = []
  const skip = (one: { readonly request: CaseRequest }): string | undefined =>
    one.request.kind === 'call' ? undefined : 'only calls'
  for await (const one of runContract(about, { send: serverOf(change), skip })) outcomes.push(one)
  const findings = outcomes.flatMap((one) => (one.kind === 'skipped' ? [] : one.findings))
  return { findings, outcomes }
}

test('a server that matches its document has no causes', async () => {
  expect((await run(() => undefined)).findings).toEqual([])
})

test('a server that rejects params by name has one cause, which is a fault of the document', async () => {
  const { findings } = await run(({ params }) =>
    Array.isArray(params) || params === undefined
      ? undefined
      : { error: { code: -32600, message: 'Invalid request' } },
  )
  const causes = causesOf(findings)
  expect(causes).toMatchObject([
    {
      first: { code: 'by-name', fault: 'document', pointer: '/error' },
      methods: ['getTea', 'getCoffee', 'getMilk'],
    },
  ])
  expect(causes[0]?.findings.length).toBe(6)
})

test('an error that also occurs with positional params is reported once', async () => {
  const { findings } = await run(({ method: name }) =>
    name === 'getTea' ? { error: { code: -32603, message: 'broken' } } : undefined,
  )
  expect(findings.filter(({ code }) => code === 'by-name')).toEqual([])
  expect(findings.some(({ case: one }) => one.includes('by name'))).toBe(false)
  expect(findings.some(({ code }) => code === 'internal-error')).toBe(true)
})

test('a member with the same fault in several methods is one cause', async () => {
  const { findings } = await run(({ params, method: name }) =>
    Array.isArray(params) && params[0] === 1 && name !== 'getMilk'
      ? { result: { id: 1, price: 2 } }
      : undefined,
  )
  expect(causesOf(findings)).toMatchObject([
    { first: { code: 'result', fault: 'server' }, methods: ['getTea', 'getCoffee'] },
  ])
})

test('an example that violates the schema is a fault of the document', async () => {
  const about = readContract({
    openrpc: '1.3.2',
    info: { title: 'shop', version: '1' },
    methods: [method('getTea', { id: 1, price: 2 })],
  })
  const { findings } = await run(({ params }) => {
    const isOne = JSON.stringify(params) === '[1]' || JSON.stringify(params) === '{"id":1}'
    return isOne ? { result: { id: 1, price: 2 } } : undefined
  }, about)
  expect(causesOf(findings)).toMatchObject([{ first: { code: 'result', fault: 'document' } }])
})

test('null instead of a result, and a value of several alternatives, are not faults of the server', async () => {
  const answers: Readonly<Record<string, unknown>> = { getTea: null, getAll: [] }
  const list = (type: string): Json => ({ type: 'array', items: { type } })
  const oneOf = [list('string'), list('integer')]
  const about = readContract({
    openrpc: '1.3.2',
    info: { title: 'shop', version: '1' },
    methods: [
      { name: 'getTea', 'x-effect': 'read', params: [], result },
      {
        name: 'getAll',
        'x-effect': 'read',
        params: [],
        result: { name: 'all', schema: { oneOf } },
      },
    ],
  })
  const { findings } = await run(
    ({ method: name }) =>
      Object.hasOwn(answers, String(name)) ? { result: answers[String(name)] } : undefined,
    about,
  )
  expect(causesOf(findings)).toMatchObject([
    { first: { method: 'getAll', fault: 'document' } },
    { first: { method: 'getTea', fault: 'unclear', severity: 'error' } },
  ])
})

test('missing methods are one cause, and a namespace without methods is a warning', async () => {
  const about = readContract({
    openrpc: '1.3.2',
    info: { title: 'node', version: '1' },
    methods: ['eth_a', 'eth_b', 'eth_c', 'engine_a', 'engine_b'].map((name) => method(name)),
  })
  const { findings } = await run(
    ({ method: name }) => (name === 'eth_a' ? { result: { id: 1, price: '2' } } : undefined),
    about,
  )
  const missing = findings.filter(({ code }) => code === 'not-implemented')
  expect(causesOf(missing)).toMatchObject([
    { first: { severity: 'error' }, methods: ['eth_b', 'eth_c'] },
    { first: { severity: 'warning', fault: 'unclear' }, methods: ['engine_a', 'engine_b'] },
  ])
})

test.each<readonly [code: number, message: (name: string) => string]>([
  [-32601, () => 'Method not found'],
  [-32004, (name) => `Method ${name} is not supported`],
  [-32604, () => 'Method not enabled'],
  [4200, () => 'The Provider does not support the requested method.'],
  [-32600, (name) => `Unsupported method: ${name}. See available methods`],
  [-32000, (name) => `the method ${name} does not exist/is not available`],
  [-32000, () => 'Method not found'],
  [-32602, (name) => `data did not match: unknown variant \`${name}\`, expected one of ...`],
])('a method whose calls return %d is missing', async (code, message) => {
  const { findings, outcomes } = await run(({ method: name }) =>
    name === 'getMilk' ? { error: { code, message: message('getMilk') } } : undefined,
  )
  expect(findings.map((one) => `${one.code} ${one.method}`)).toEqual(['not-implemented getMilk'])
  expect(outcomes.some((one) => one.kind === 'skipped' && one.isMissing)).toBe(true)
})

test.each<readonly [code: number, message: string]>([
  [-32602, 'This param is not supported by the method getMilk'],
  [-32000, 'Payment method not found'],
  [-32000, 'No milk is available'],
])('an error %d with "%s" does not mean that a method is missing', async (code, message) => {
  const { outcomes } = await run(({ method: name }) =>
    name === 'getMilk' ? { error: { code, message } } : undefined,
  )
  expect(outcomes.some((one) => one.kind === 'skipped' && one.isMissing)).toBe(false)
})

test('a method that responded before is not missing', async () => {
  const error = { code: -32004, message: 'Method getMilk is not supported' }
  const { findings, outcomes } = await run(({ method: name, params }) =>
    name === 'getMilk' && !JSON.stringify(params).includes('1') ? { error } : undefined,
  )
  expect(new Set(findings.map((one) => `${one.code} ${one.method}`))).toEqual(
    new Set(['error-code getMilk']),
  )
  expect(outcomes.some((one) => one.kind === 'skipped' && one.isMissing)).toBe(false)
})

test('an optional param is omitted by position if both forms are allowed', () => {
  const left = contractCases(contract).find(({ name: one }) => one === 'param id: missing')
  expect(left?.request).toMatchObject({ call: { params: [] } })
})

test('a finding contains the request to reproduce it, without secrets', async () => {
  const secret = 'correct horse battery staple'
  const about = readContract({
    openrpc: '1.3.2',
    info: { title: 'shop', version: '1' },
    methods: [
      {
        name: 'getTea',
        'x-effect': 'read',
        params: [{ name: 'password', required: true, schema: { type: 'string' } }],
        result,
        examples: [{ name: 'one', params: [{ name: 'password', value: secret }] }],
      },
    ],
  })
  const { findings } = await run(() => ({ result: 7 }), about)
  expect(findings.length).toBeGreaterThan(0)
  const own = findings.filter((one) => one.method === 'getTea')
  expect(own.every(({ request }) => request?.includes('"method":"getTea"'))).toBe(true)
  expect(JSON.stringify(findings)).not.toContain(secret)
})

test.each<readonly [what: string, findings: readonly Partial<ContractFinding>[]]>([
  [
    'members that a server adds to its errors',
    [
      { code: 'unknown-member', pointer: '/error/stack' },
      { code: 'unknown-member', pointer: '/0/error/name' },
    ],
  ],
  [
    'params of the wrong type that are accepted',
    [
      { code: 'accepted', case: 'param Block hash: wrong type', misuse: 'wrong type' },
      {
        code: 'accepted',
        case: 'param Transaction: wrong type',
        misuse: 'wrong type',
        method: 'getMilk',
      },
    ],
  ],
  [
    'an error of several methods that the document does not list',
    ["'getTea' requires 2 arguments.", "'getMilk' requires 3 arguments."].map((message, index) => ({
      code: 'error-unlisted',
      method: `method${index}`,
      got: JSON.stringify({ message, stack: `at line ${index} …` }),
      error: { code: -32000, message },
    })),
  ],
])('%s are one cause', (_, findings) => {
  const all = findings.map((finding): ContractFinding => ({
    severity: 'error',
    fault: 'server',
    group: 'shop',
    method: 'getTea',
    case: 'example: one',
    code: 'result',
    pointer: '/error/code',
    expected: 'a result',
    got: '',
    request: '',
    ...finding,
  }))
  expect(causesOf(all)).toHaveLength(1)
})
