import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  SERVER_ERROR,
} from '@rpcloom/rpc'
import {
  errorText,
  specDialect,
  summaryOf,
  type Dialect,
  type DialectOf,
} from '@rpcloom/rpc/server'
import { readAsEvm, readPublicly } from './read.ts'

export const publicEvm: Dialect = {
  ...specDialect,
  name: 'public-evm',
  emptyObject: false,
  ignoresRest: true,
  silentEmpty: true,
  read: readAsEvm,
  http: {
    ...specDialect.http,
    contentTypes: ['application/json', 'application/json-rpc', 'application/jsonrequest'],
    strictText: false,
    emptyStatus: 200,
    emptyGet: true,
  },
  errors: {
    ...specDialect.errors,
    batch: () => ({ code: INVALID_REQUEST, message: 'empty batch' }),
    method: (name) => ({
      code: METHOD_NOT_FOUND,
      message: `the method ${name.slice(0, 200)} does not exist/is not available`,
    }),
    params: (issues) => ({ code: INVALID_PARAMS, message: `invalid argument${summaryOf(issues)}` }),
  },
}

/**
 * The dialect of all endpoints except EVM endpoints: one code for all errors, a line feed after
 * each response, and HTML-safe JSON.
 */
const publicPlain: Dialect = {
  name: 'public',
  batches: false,
  discovers: false,
  emptyObject: false,
  silentNull: true,
  ignoresRest: true,
  silentEmpty: false,
  http: {
    contentTypes: ['application/json'],
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    },
    strictText: false,
    emptyStatus: 200,
    emptyGet: false,
    anyVerb: true,
  },
  read: readPublicly,
  result: (id, result) => `{"jsonrpc":"2.0","result":${htmlSafe(result)},"id":${htmlSafe(id)}}\n`,
  error: (id, { code, message, data = null }) => {
    const error = htmlSafe(errorText({ code, message, data }))
    return `{"jsonrpc":"2.0","error":${error},"id":${htmlSafe(id)}}\n`
  },
  errors: {
    parse: () => ({
      code: PARSE_ERROR,
      message: 'the request body must be a JSON object',
      data: null,
    }),
    batch: () => ({ code: PARSE_ERROR, message: 'batch requests are not supported', data: null }),
    method: (name) => ({ code: SERVER_ERROR, message: unknownMethodMessage(name), data: null }),
    params: () => ({
      code: SERVER_ERROR,
      message:
        'an argument could not be unmarshalled: check the names, types and formats of the arguments',
      data: null,
    }),
    handled: ({ message }) => ({ code: SERVER_ERROR, message, data: null }),
  },
}

/**
 * Returns the dialect that a public network's node uses for a group. A group with positional params is an EVM endpoint.
 */
export const publicDialect: DialectOf = (group) => {
  const positional = group?.methods.some(({ structure }) => structure === 'by-position')
  return positional ? publicEvm : publicPlain
}

function htmlSafe(text: string): string {
  return text.replace(/[<>&\u2028\u2029]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function unknownMethodMessage(methodName: string): string {
  const name = methodName.slice(0, 200)
  const [service = '', member = '', ...more] = name.split('.')
  if (!service || !member || more.length > 0)
    return `rpc: service/method request ill-formed: "${name}"`
  if (/^\p{Lu}/u.test(member)) return 'method must start with a non-uppercase letter'
  const exported = `${service}.${member.charAt(0).toUpperCase()}${member.slice(1)}`
  return `rpc: can't find method "${exported}"`
}
