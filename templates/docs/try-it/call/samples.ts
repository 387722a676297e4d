import { flatJson } from '../json/write-json.ts'
import { type Method, type Params, requestParams } from './method.ts'
import { argumentsText, curlText, type SampleHeaders, typescriptText } from './sample-text.ts'

/** Each request has its own connection, so one `id` is enough. */
export const requestId = 1

export function requestText(method: Method, params: Params): string {
  return flatJson(requestOf(method, params))
}

function requestOf(method: Method, params: Params): unknown {
  const given = requestParams(method, params)
  const id = method.result === undefined ? {} : { id: requestId }
  const base = { jsonrpc: '2.0', ...id, method: method.data.name }
  return given === undefined ? base : { ...base, params: given }
}

/** A call by the reader: its params, and the headers that are sent with it. */
export interface SampleCall {
  readonly params: Params
  readonly headers: SampleHeaders
}

export function curlSample(method: Method, { params, headers }: SampleCall, url: string): string {
  return curlText(url, requestOf(method, params), headers)
}

export function typescriptSample(
  { data, group, params: all, result }: Method,
  { params, headers }: SampleCall,
  origin: string,
): string | undefined {
  if (group.client === undefined) return undefined
  const names = data.positional || data.whole ? all.map(({ name }) => name) : undefined
  return typescriptText({
    client: group.client,
    origin,
    access: data.access,
    args: argumentsText(names, params),
    hasResult: result !== undefined,
    headers,
  })
}
