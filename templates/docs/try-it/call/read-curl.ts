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

/** Letters of short options. Only the last option of a word can have a value: `-sX POST`, `-sXPOST`. */
const shortOptions = /^-([^-]*?)([AbcCdDeEFHKmoPQrtTuUwxXyYz])(.*)$/s

/** Other options with a value, which is the next word. */
const skippedOptions = new Set(
  (
    'cacert capath cert cert-type ciphers config connect-timeout connect-to cookie cookie-jar data-urlencode ' +
    'dump-header form interface key key-type limit-rate max-redirs max-time noproxy oauth2-bearer output pass ' +
    'proxy proxy-header proxy-user range referer request resolve retry retry-delay retry-max-time socks5 ' +
    'socks5-hostname stderr trace trace-ascii unix-socket upload-file user user-agent write-out'
  )
    .split(' ')
    .map((name) => `--${name}`),
)

/** Reads a command that was copied from samples, documentation or the tools of a browser. It is not run. */
export function readCurl(command: string): ReadCurl {
  const words = shellWords(command)
  let body: string | undefined
  let url: string | undefined
  const headers: string[] = []
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? ''
    const { name, inline } = optionOf(word)
    const value = (): string => inline ?? words[++at] ?? ''
    if (bodyOptions.includes(name)) body = value()
    else if (name === '-H' || name === '--header') headers.push(value())
    else if (name === '--url') url = value()
    else if (shortOptions.test(name) || skippedOptions.has(name)) value()
    // The value of an unknown option is no address with a scheme.
    else if (!word.startsWith('-') && (url === undefined || /^https?:/i.test(word))) url = word
  }
  if (url !== undefined && !/[.:]|^localhost/i.test(url)) url = undefined
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

/** Returns the option in a word, and its value if that is in the same word. */
function optionOf(word: string): { readonly name: string; readonly inline: string | undefined } {
  const [, , short, rest] = shortOptions.exec(word) ?? []
  if (short !== undefined) return { name: `-${short}`, inline: rest || undefined }
  const [, name = word, inline] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? []
  return { name, inline }
}

function faulty(reason: string): ReadCurl {
  return { kind: 'faulty', message: `Cannot read the curl command: ${reason}` }
}

/** Splits a command into words, as a POSIX shell does. Variables and substitutions stay as they are. */
function shellWords(command: string): readonly string[] {
  const words: string[] = []
  const pattern =
    /(?:\\\r?\n|\s)+|\$'((?:[^'\\]|\\[^])*)'|'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\]+)/g
  let word: string | undefined
  for (const [whole, ansi, single, double, escaped, plain] of command.trim().matchAll(pattern)) {
    const part =
      (ansi && ansiText(ansi)) ??
      single ??
      double?.replace(/\\([$`"\\\n])/g, '$1') ??
      escaped ??
      plain
    if (part !== undefined) word = (word ?? '') + part
    else if (whole !== '' && word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  return word === undefined ? words : [...words, word]
}

const ansiEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** Returns the text in `$'…'`, the quotes that browsers copy requests with. */
function ansiText(quoted: string): string {
  return quoted.replace(
    /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([^]))/g,
    (_, unit?: string, byte?: string, letter = '') => {
      const code = unit ?? byte
      return code === undefined
        ? (ansiEscapes[letter] ?? letter)
        : String.fromCharCode(Number.parseInt(code, 16))
    },
  )
}
