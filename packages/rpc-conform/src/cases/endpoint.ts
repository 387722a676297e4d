import { INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR } from '@rpcloom/rpc'
import type {
  CallMessage,
  Dialect,
  Contract,
  ContractCase,
  ContractMethod,
  ExpectedResponse,
} from '../types.ts'
import { messageOf } from './calls.ts'
import { baseParams, requestParams } from './params.ts'

/** A method name that is in no document. */
const unknownMethod = 'rpcloom.noSuchMethod'

/** Options that select the cases of an endpoint. */
export interface EndpointOptions {
  readonly dialect?: Dialect
  readonly gentle?: boolean
}

/**
 * Returns the cases of JSON-RPC itself. They do not depend on the methods, except that `calls` are methods
 * that the endpoint responds to.
 */
export function endpointCases(
  contract: Contract,
  calls: readonly ContractMethod[],
  { dialect = 'spec', gentle = false }: EndpointOptions,
): readonly ContractCase[] {
  const cases = [
    ...wrongRequests(contract),
    ...batches(contract, calls, dialect),
    ...(contract.transport === 'ws' ? [carriage(contract)] : []),
  ]
  return gentle ? cases.map(gently) : cases
}

/** Skips a case with invalid requests, since these have crashed servers in use. */
function gently(one: ContractCase): ContractCase {
  if (one.request.kind !== 'text' || one.skip !== undefined) return one
  return { ...one, skip: 'can crash servers: skipped by --gentle' }
}

/** Returns a skipped case, so that the report lists the checks that were not made. */
function carriage(contract: Contract): ContractCase {
  return {
    ...caseOf(contract, {
      name: 'status and content type',
      request: { kind: 'get', path: contract.path },
      expects: { kind: 'silence' },
    }),
    skip: 'HTTP only',
  }
}

type Parts = Pick<ContractCase, 'name' | 'request' | 'expects'>

function caseOf({ group }: Contract, parts: Parts): ContractCase {
  return { group, method: '', ...parts }
}

function wrongRequests(contract: Contract): readonly ContractCase[] {
  const { path } = contract
  const row = (
    name: string,
    text: string,
    [id, code]: readonly [id: string | number | null, code: number],
  ): ContractCase =>
    caseOf(contract, {
      name,
      request: { kind: 'text', path, text },
      expects: { kind: 'response', id, want: { kind: 'error', codes: [code] } },
    })
  const unknown = (name: string, id: string | number): ContractCase =>
    caseOf(contract, {
      name,
      request: { kind: 'call', path, call: messageOf(unknownMethod, undefined, id) },
      expects: { kind: 'response', id, want: { kind: 'error', codes: [METHOD_NOT_FOUND] } },
    })
  return [
    unknown('an unknown method', 1),
    unknown('a string id', 'rpcloom "\u00e4\u{1f511}"'),
    unknown('the id 0', 0),
    unknown('an empty id', ''),
    row('malformed JSON', '{"jsonrpc":"2.0","id":1,', [null, PARSE_ERROR]),
    row('a request without a method', '{"jsonrpc":"2.0","id":1}', [1, INVALID_REQUEST]),
    row('a wrong version', `{"jsonrpc":"1.0","id":2,"method":"${unknownMethod}"}`, [
      2,
      INVALID_REQUEST,
    ]),
    row('a method that is not a string', '{"jsonrpc":"2.0","id":3,"method":1}', [
      3,
      INVALID_REQUEST,
    ]),
    caseOf(contract, {
      name: 'a notification of an unknown method',
      request: { kind: 'call', path, call: messageOf(unknownMethod, undefined) },
      expects: { kind: 'silence' },
    }),
  ]
}

function batches(
  contract: Contract,
  methods: readonly ContractMethod[],
  dialect: Dialect,
): readonly ContractCase[] {
  const { path } = contract
  const called = methods.slice(0, 2).map((method, index) => callIn(contract, method, index + 1))
  const entries: readonly Entry[] = [
    ...called.slice(0, 1),
    { call: messageOf(unknownMethod, undefined, 'b'), want: notFound },
    ...called.slice(1),
    { call: messageOf(unknownMethod, undefined, 9), want: notFound },
  ]
  const notification = methods[0] && messageOf(methods[0].name, paramsIn(contract, methods[0]))
  const mixed: Parts = {
    name: 'a batch',
    request: {
      kind: 'batch',
      path,
      calls: entries.flatMap(({ call }, index) =>
        index === 1 && notification ? [notification, call] : [call],
      ),
    },
    expects: {
      kind: 'responses',
      responses: entries.map(({ call, want }) => ({ id: call.id ?? '', want })),
    },
  }
  const silent: Parts = {
    name: 'a batch of notifications',
    request: {
      kind: 'batch',
      path,
      calls: [
        messageOf(unknownMethod, undefined),
        notification ?? messageOf(unknownMethod, undefined),
      ],
    },
    expects: { kind: 'silence' },
  }
  const empty: Parts = {
    name: 'an empty batch',
    request: { kind: 'text', path, text: '[]' },
    expects: { kind: 'response', id: null, want: { kind: 'error', codes: [INVALID_REQUEST] } },
  }
  const invalid: Parts = {
    name: 'a batch of invalid requests',
    request: { kind: 'text', path, text: '[1,{},null]' },
    expects: { kind: 'errors', count: 3, code: INVALID_REQUEST },
  }
  const reason = reasonWithoutBatches(contract, dialect)
  return [mixed, silent, empty, invalid].map((parts) => ({
    ...caseOf(contract, parts),
    ...(reason !== undefined && { skip: reason }),
  }))
}

function reasonWithoutBatches({ batch }: Contract, dialect: Dialect): string | undefined {
  if (!batch.allowed) return 'the endpoint does not support batches'
  return dialect === 'public' && batch.maxPublic === undefined
    ? 'public nodes do not support batches at this endpoint'
    : undefined
}

interface Entry {
  readonly call: CallMessage
  readonly want: ExpectedResponse
}

const notFound: ExpectedResponse = { kind: 'error', codes: [METHOD_NOT_FOUND] }

function callIn(contract: Contract, method: ContractMethod, id: number): Entry {
  return {
    call: messageOf(method.name, paramsIn(contract, method), id),
    want: { kind: 'result', method: method.name, mayReject: true },
  }
}

function paramsIn(contract: Contract, method: ContractMethod): CallMessage['params'] {
  const base = baseParams(contract, method)
  return base.kind === 'params' ? requestParams(method, base.params) : undefined
}
