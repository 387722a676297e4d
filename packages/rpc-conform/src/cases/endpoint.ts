import { INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR } from '@rpcloom/rpc'
import type {
  CallMessage,
  Contract,
  ContractCase,
  ContractMethod,
  Dialect,
  ExpectedResponse,
} from '../types.ts'
import { messageOf } from './calls.ts'
import { baseRequestParams } from './params.ts'

const unknownMethod = 'rpcloom.noSuchMethod'

interface EndpointOptions {
  readonly dialect?: Dialect
  readonly gentle?: boolean
}

/** Returns the cases that test JSON-RPC itself. Only the batch cases call methods of the document. */
export function endpointCases(
  contract: Contract,
  methods: readonly ContractMethod[],
  { dialect = 'spec', gentle = false }: EndpointOptions,
): readonly ContractCase[] {
  const cases = [
    ...unknownMethodCases(contract),
    ...invalidRequestCases(contract),
    ...batchCases(contract, methods, dialect),
    ...(contract.transport === 'ws' ? [httpOnlyCase(contract)] : []),
  ]
  return gentle ? cases.map(withoutInvalidRequests) : cases
}

/** Marks a case with invalid requests as skipped: invalid requests have crashed servers in production. */
function withoutInvalidRequests(one: ContractCase): ContractCase {
  if (one.request.kind !== 'text' || one.skip !== undefined) return one
  return { ...one, skip: 'can crash servers: skipped by --gentle' }
}

/** Returns a skipped case, so that the report lists the checks that were not made. */
function httpOnlyCase({ group, path }: Contract): ContractCase {
  return {
    group,
    method: '',
    name: 'status and content type',
    request: { kind: 'get', path },
    expects: { kind: 'silence' },
    skip: 'HTTP only',
  }
}

const notFound: ExpectedResponse = { kind: 'error', codes: [METHOD_NOT_FOUND] }

function unknownMethodCases({ group, path }: Contract): readonly ContractCase[] {
  const call = (name: string, id: string | number): ContractCase => ({
    group,
    method: '',
    name,
    request: { kind: 'call', path, call: messageOf(unknownMethod, undefined, id) },
    expects: { kind: 'response', id, response: notFound },
  })
  return [
    call('an unknown method', 1),
    call('a string id', 'rpcloom "\u00e4\u{1f511}"'),
    call('the id 0', 0),
    call('an empty id', ''),
    {
      group,
      method: '',
      name: 'a notification of an unknown method',
      request: { kind: 'call', path, call: messageOf(unknownMethod, undefined) },
      expects: { kind: 'silence' },
    },
  ]
}

const invalidRequests: readonly (readonly [
  name: string,
  text: string,
  id: number | null,
  code: number,
])[] = [
  ['malformed JSON', '{"jsonrpc":"2.0","id":1,', null, PARSE_ERROR],
  ['a request without a method', '{"jsonrpc":"2.0","id":1}', 1, INVALID_REQUEST],
  ['a wrong version', `{"jsonrpc":"1.0","id":2,"method":"${unknownMethod}"}`, 2, INVALID_REQUEST],
  ['a method that is not a string', '{"jsonrpc":"2.0","id":3,"method":1}', 3, INVALID_REQUEST],
]

function invalidRequestCases({ group, path }: Contract): readonly ContractCase[] {
  return invalidRequests.map(([name, text, id, code]) => ({
    group,
    method: '',
    name,
    request: { kind: 'text', path, text },
    expects: { kind: 'response', id, response: { kind: 'error', codes: [code] } },
  }))
}

interface BatchEntry {
  readonly call: CallMessage
  readonly response: ExpectedResponse
}

function batchCases(
  contract: Contract,
  methods: readonly ContractMethod[],
  dialect: Dialect,
): readonly ContractCase[] {
  const { group, path } = contract
  const [first, second] = methods
  const unknown = (id: string | number): BatchEntry => ({
    call: messageOf(unknownMethod, undefined, id),
    response: notFound,
  })
  const entries: readonly BatchEntry[] = [
    ...(first ? [batchEntry(contract, first, 1)] : []),
    unknown('b'),
    ...(second ? [batchEntry(contract, second, 2)] : []),
    unknown(9),
  ]
  const calls = entries.map(({ call }) => call)
  const notification = first && messageOf(first.name, baseRequestParams(contract, first))
  const silent = messageOf(unknownMethod, undefined)
  const cases: readonly Pick<ContractCase, 'name' | 'request' | 'expects'>[] = [
    {
      name: 'a batch',
      request: {
        kind: 'batch',
        path,
        calls: notification ? calls.toSpliced(1, 0, notification) : calls,
      },
      expects: {
        kind: 'responses',
        responses: entries.map(({ call, response }) => ({ id: call.id ?? '', response })),
      },
    },
    {
      name: 'a batch of notifications',
      request: { kind: 'batch', path, calls: [silent, notification ?? silent] },
      expects: { kind: 'silence' },
    },
    {
      name: 'an empty batch',
      request: { kind: 'text', path, text: '[]' },
      expects: {
        kind: 'response',
        id: null,
        response: { kind: 'error', codes: [INVALID_REQUEST] },
      },
    },
    {
      name: 'a batch of invalid requests',
      request: { kind: 'text', path, text: '[1,{},null]' },
      expects: { kind: 'errors', count: 3, code: INVALID_REQUEST },
    },
  ]
  const skip = reasonToSkipBatches(contract, dialect)
  return cases.map((one) => ({
    group,
    method: '',
    ...one,
    ...(skip !== undefined && { skip }),
  }))
}

function reasonToSkipBatches({ batch }: Contract, dialect: Dialect): string | undefined {
  if (!batch.allowed) return 'the endpoint does not support batches'
  return dialect === 'public' && batch.maxPublic === undefined
    ? 'public nodes do not support batches at this endpoint'
    : undefined
}

function batchEntry(contract: Contract, method: ContractMethod, id: number): BatchEntry {
  return {
    call: messageOf(method.name, baseRequestParams(contract, method), id),
    response: { kind: 'result', method: method.name, mayReject: true },
  }
}
