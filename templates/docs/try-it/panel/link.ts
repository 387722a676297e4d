import { type Method, type Params, readParams, requestParams } from '../call/method.ts'
import { readTypedJson } from '../json/typed-json.ts'
import { flatJson } from '../json/write-json.ts'

/** Returns a link that opens the form with params. It has neither a server nor headers. */
export function linkOf(method: Method, params: Params): string {
  const text = flatJson(requestParams(method, params) ?? (method.data.positional ? [] : {}))
  return `${location.href.replace(/#.*/s, '')}#try?params=${encodeURIComponent(text)}`
}

/** Returns the params in the address of the page. Undefined if there are none, or if they are invalid. */
export function linkedParams(method: Method): Params | undefined {
  const text = new URLSearchParams(location.hash.replace(/^#try\?/, '')).get('params')
  if (text === null || !location.hash.startsWith('#try?')) return undefined
  const read = readTypedJson(text)
  const params = read.kind === 'value' ? readParams(method, read.value) : ''
  return typeof params === 'string' ? undefined : params
}
