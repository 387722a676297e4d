import { isRecord } from '@rpcloom/rpc'
import { readTypedJson } from '../json/typed-json.ts'

/** What a curl command sends, or the reason why it is no JSON-RPC call. */
export type ReadCurl =
  | {
      readonly kind: 'call'
      readonly method: string
      readonly params: unknown
      readonly url: string | undefined
      /** Headers, one per line, without the content type. */
      readonly headers: string
    }
  | { readonly kind: 'faulty'; readonly message: string }

const bodyOptions = ['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json']

/** Reads a command that was copied from samples, documentation or the tools of a browser. It is not run. */
export function readCurl(command: string): ReadCurl {
  const words = shellWords(command)
  let body: string | undefined
  let url: string | undefined
  const headers: string[] = []
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? ''
    const [, long = word, inline] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? []
    const value = (): string => inline ?? words[++at] ?? ''
    if (bodyOptions.includes(long)) body = value()
    else if (long === '-H' || long === '--header') headers.push(value())
    else if (long === '--url') url = value()
    else if (/^(-X|--request|-A|--user-agent|-o|--output|-m|--max-time|-b|--cookie)$/.test(long))
      value()
    else if (!word.startsWith('-')) url ??= word
  }
  if (body === undefined) return faulty('the command has no body (`-d`)')
  const read = readTypedJson(body)
  if (read.kind === 'faulty') return faulty(`its body is not JSON: ${read.message}`)
  const call = read.value
  if (!isRecord(call) || typeof call['method'] !== 'string')
    return faulty('its body is not a JSON-RPC request')
  const kept = headers.filter((line) => !/^\s*(content-type|accept|content-length)\s*:/i.test(line))
  return {
    kind: 'call',
    method: call['method'],
    params: call['params'],
    url,
    headers: kept.join('\n'),
  }
}

function faulty(reason: string): ReadCurl {
  return { kind: 'faulty', message: `Cannot read the curl command: ${reason}` }
}

/** Splits a command into words, as a POSIX shell does. Variables and substitutions stay as they are. */
function shellWords(command: string): readonly string[] {
  const words: string[] = []
  const pattern = /(?:\\\r?\n|\s)+|'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\]+)/g
  let word: string | undefined
  for (const [whole, single, double, escaped, plain] of command.trim().matchAll(pattern)) {
    const part = single ?? double?.replace(/\\([$`"\\\n])/g, '$1') ?? escaped ?? plain
    if (part !== undefined) word = (word ?? '') + part
    else if (whole !== '' && word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  return word === undefined ? words : [...words, word]
}
