import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  SERVER_ERROR,
  type ErrorObject,
} from '../json-rpc.ts'
import { invalidRequest, readAsEvm, readBySpec, readPublicly } from './envelope.ts'
import { ExactError } from './exact-error.ts'
import { InvalidParams, summaryOf } from './invalid-params.ts'
import { errorText } from './json-text.ts'
import type { Conduct, ConductErrors, ServerGroup } from './types.ts'

const parseError: ErrorObject = { code: PARSE_ERROR, message: 'Parse error' }
const methodNotFound: ErrorObject = { code: METHOD_NOT_FOUND, message: 'Method not found' }

/** Errors that are always the same are written once. */
const fixedTexts: ReadonlyMap<ErrorObject, string> = new Map(
  [parseError, invalidRequest, methodNotFound].map((error) => [error, JSON.stringify(error)]),
)

const specErrors: ConductErrors = {
  parse: () => parseError,
  batch: () => invalidRequest,
  method: () => methodNotFound,
  params: (issues) => new InvalidParams(issues),
  handled: (error) => error,
}

const spec: Conduct = {
  name: 'spec',
  batches: true,
  silentNull: false,
  readsOn: false,
  silentEmpty: false,
  read: readBySpec,
  contentTypes: ['application/json'],
  headers: { 'content-type': 'application/json' },
  result: (id, result) => '{"jsonrpc":"2.0","id":' + id + ',"result":' + result + '}',
  error: (id, error) => '{"jsonrpc":"2.0","id":' + id + ',"error":' + specText(error) + '}',
  errors: specErrors,
}

const publicEvm: Conduct = {
  ...spec,
  name: 'public-evm',
  readsOn: true,
  silentEmpty: true,
  read: readAsEvm,
  contentTypes: ['application/json', 'application/json-rpc', 'application/jsonrequest'],
  errors: {
    ...specErrors,
    batch: () => ({ code: INVALID_REQUEST, message: 'empty batch' }),
    method: (wire) => ({
      code: METHOD_NOT_FOUND,
      message: `the method ${wire.slice(0, 200)} does not exist/is not available`,
    }),
    params: (issues) => ({ code: INVALID_PARAMS, message: `invalid argument${summaryOf(issues)}` }),
  },
}

function specText(error: ErrorObject): string {
  if (error instanceof InvalidParams || error instanceof ExactError) return error.text
  return fixedTexts.get(error) ?? errorText(error)
}

/** One code for everything, a line feed behind each answer, and text that is safe inside HTML. */
const publicPlain: Conduct = {
  name: 'public',
  batches: false,
  silentNull: true,
  readsOn: true,
  silentEmpty: false,
  read: readPublicly,
  contentTypes: ['application/json'],
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  },
  result: (id, result) => `{"jsonrpc":"2.0","result":${htmlSafe(result)},"id":${htmlSafe(id)}}\n`,
  error: (id, { code, message, data = null }) => {
    const error = htmlSafe(errorText({ code, message, data }))
    return `{"jsonrpc":"2.0","error":${error},"id":${htmlSafe(id)}}\n`
  },
  errors: {
    parse: () => ({ code: PARSE_ERROR, message: 'the body holds no JSON object', data: null }),
    batch: () => ({ code: PARSE_ERROR, message: 'a list is no request here', data: null }),
    method: (wire) => ({ code: SERVER_ERROR, message: whyUnknown(wire), data: null }),
    params: () => ({
      code: SERVER_ERROR,
      message:
        'an argument could not be unmarshalled: check the names, types and formats of the arguments',
      data: null,
    }),
    handled: ({ message }) => ({ code: SERVER_ERROR, message, data: null }),
  },
}

/** How a group answers under the dispatcher's setting. Positional params mark an EVM endpoint. */
export function conductFor(setting: 'spec' | 'public', group: ServerGroup | undefined): Conduct {
  if (setting === 'spec') return spec
  const positional = group?.methods.some(({ structure }) => structure === 'by-position')
  return positional ? publicEvm : publicPlain
}

function htmlSafe(text: string): string {
  return text.replace(/[<>&\u2028\u2029]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function whyUnknown(wire: string): string {
  const name = wire.slice(0, 200)
  const [service = '', member = '', ...more] = name.split('.')
  if (!service || !member || more.length > 0)
    return `rpc: service/method request ill-formed: "${name}"`
  if (/^\p{Lu}/u.test(member)) return 'method must start with a non-uppercase letter'
  const shown = `${service}.${member.charAt(0).toUpperCase()}${member.slice(1)}`
  return `rpc: can't find method "${shown}"`
}
