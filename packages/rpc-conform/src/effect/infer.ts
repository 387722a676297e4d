import type { Effect } from '@rpcloom/rpc/codegen'
import {
  adminVerbs,
  knownNames,
  leadingVerbs,
  nounsWithVerbs,
  readNouns,
  readVerbs,
  recordNouns,
  valueNouns,
  writeVerbs,
} from './words.ts'

interface InferredEffect {
  readonly effect: Effect
  /** Reason for reports, such as "verb `get`". */
  readonly reason: string
}

/** Returns the effect of a method: a valid `x-effect`, or else the effect inferred from the method's name. */
export function effectOf(declared: unknown, name: string): Effect {
  return isEffect(declared) ? declared : inferEffect(name).effect
}

function isEffect(value: unknown): value is Effect {
  return value === 'read' || value === 'write' || value === 'admin'
}

/**
 * Infers the effect of a method from the words of its name. A known verb at any position determines the
 * effect (`StateGetActor`, `eth_getBalance`). A method whose name has no verb and only names a value
 * (`eth_chainId`) is read-only. Every other method is assumed to be a write. This is the safe choice, since a
 * write is never sent twice.
 */
export function inferEffect(name: string): InferredEffect {
  const [own = '', ...prefixes] = name.split(/[./:]+/).reverse()
  const parts = own.split(/[_-]+/).filter((part) => part !== '')
  const first = [...prefixes.slice(-1), ...parts.slice(0, -1)][0]
  if (first?.toLowerCase() === 'admin') return { effect: 'admin', reason: 'prefix `admin`' }
  const [last = ''] = parts.slice(-1)
  for (const [known, effect] of knownNames) {
    if (last.toLowerCase().endsWith(known)) return { effect, reason: `known method \`${known}\`` }
  }
  return (
    byVerb(parts, prefixes) ??
    byCall(last, parts.at(-2)) ??
    byNouns(parts) ??
    byRunTogether(last) ??
    inDoubt
  )
}

const inDoubt: InferredEffect = { effect: 'write', reason: 'no known verb' }

function byVerb(parts: readonly string[], prefixes: readonly string[]): InferredEffect | undefined {
  const words = parts.flatMap(wordsOf)
  const verb = words.find(isVerb)
  const reads = verb !== undefined && readVerbs.has(verb)
  const admin = [...words, ...prefixes.flatMap(wordsOf)].find((word) => adminVerbs.has(word))
  if (admin !== undefined && !reads) return { effect: 'admin', reason: `verb \`${admin}\`` }
  if (/ (read only|dry run) /.test(` ${words.join(' ')} `))
    return { effect: 'read', reason: 'words `read only` or `dry run`' }
  if (verb === undefined) return undefined
  const writing = reads ? alsoWrites(parts, words, verb) : verb
  if (writing !== undefined) return { effect: 'write', reason: `verb \`${writing}\`` }
  return { effect: 'read', reason: `verb \`${verb}\`` }
}

function isVerb(word: string): boolean {
  return readVerbs.has(word) || writeVerbs.has(word)
}

/**
 * Returns the write verb of a name that also contains a read verb: `getOrCreate`, `traceBlockToFile`,
 * `TodoListClear`, `list_add`.
 */
function alsoWrites(
  parts: readonly string[],
  words: readonly string[],
  verb: string,
): string | undefined {
  const start = words.indexOf(verb)
  const rest = words.slice(start + 1)
  const isJoined = (word: string, index: number): boolean => {
    const before = rest[index - 1]
    if (word === 'file') return before === 'to'
    return writeVerbs.has(word) && (before === 'and' || before === 'or')
  }
  const last = parts.length > 1 ? wordsOf(parts.at(-1) ?? '').find(isVerb) : undefined
  if (last !== undefined && writeVerbs.has(last)) return last
  return (
    rest.find(isJoined) ??
    (start > 0 && readNouns.has(verb) ? rest.find((word) => writeVerbs.has(word)) : undefined)
  )
}

/**
 * Recognizes calls that execute a contract without a transaction, such as `eth_call` and
 * `Filecoin.StateCall`, but not `tools/call` or `tool_call`.
 */
function byCall(last: string, prefix: string | undefined): InferredEffect | undefined {
  const isChain = prefix !== undefined && !/^(tool|function|phone|video)s?$/i.test(prefix)
  const calls = isChain ? /^(state|eth)?call$/i : /^(state|eth)call$/i
  return calls.test(last) ? { effect: 'read', reason: 'word `call`' } : undefined
}

/** Recognizes a name without a verb that ends in a noun for reported values, or that consists only of nouns. */
function byNouns(parts: readonly string[]): InferredEffect | undefined {
  const own = wordsOf(parts.at(-1) ?? '')
  // In a name without capitals, the first segment may be an unknown verb: `annotate_key`.
  const words = own.length === 1 ? parts.flatMap(wordsOf) : own
  const named = words.slice(0, tailOf(words))
  const last = named.at(-1)
  if (last === undefined) return undefined
  const isNoun = (word: string): boolean => recordNouns.has(word) || valueNouns.has(word)
  if (!valueNouns.has(last) && !named.every(isNoun)) return undefined
  return { effect: 'read', reason: `noun \`${last}\`` }
}

/**
 * Returns the index at which the qualifier of a noun starts, such as `For` in `BandwidthForPeer` or `Per` in
 * `feePerGas`.
 */
function tailOf(words: readonly string[]): number {
  const tail = words.findIndex((word, index) => index > 0 && prepositions.has(word))
  return tail === -1 ? words.length : tail
}

const prepositions: ReadonlySet<string> = new Set([
  'at',
  'by',
  'for',
  'from',
  'in',
  'of',
  'per',
  'with',
])

/** Recognizes read verbs in lower-case names without separators, as in Bitcoin: `getblockhash`. */
function byRunTogether(own: string): InferredEffect | undefined {
  const [, verb, rest = ''] = runTogether.exec(own) ?? []
  if (verb === undefined || mayWrite(rest)) return undefined
  return { effect: 'read', reason: `verb \`${verb}\`` }
}

/** Matches a read verb and three or more letters. `listen` is not `list`. */
const runTogether = new RegExp(
  `^(?!listen(?:er|for|ing|on|to|$))(${[...leadingVerbs].join('|')})([a-z][a-z0-9]{2,})$`,
)

const anyWriteVerb = [...writeVerbs].join('|')
/** Verbs whose participle ends in `ed` and not in `d`: `added`, but not `removed` as in `removedevice`. */
const verbsWithEd = [...writeVerbs].filter((verb) => !/e$|^new$/.test(verb)).join('|')

/**
 * Matches words that contain a write verb without being one: nouns such as `address`, nouns and participles made of a
 * verb (`payment`, `connection`, `spending`, `added`), and plurals and participles at the end (`listfunds`, `getremoved`) or
 * before a preposition (`receivedby`).
 */
const harmless = new RegExp(
  [
    ...nounsWithVerbs,
    `(?:${anyWriteVerb})(?:ing|ions?|ments?)`,
    `(?:${verbsWithEd})ed`,
    `(?:${anyWriteVerb})(?:s|d|ers?|ors?)$`,
    `(?:${anyWriteVerb})d(?=at|by|from|in|to)`,
  ].join('|'),
  'g',
)

/** Whether the rest of a name without separators may contain a write verb, such as `newaddress` or `orcreate`. */
function mayWrite(rest: string): boolean {
  const bare = rest.replaceAll(harmless, ' ')
  return [...writeVerbs].some((verb) => bare.includes(verb))
}

/**
 * Splits a camel-case name, such as `L1ChainId`, into lower-case words. Drops the version suffix of a name
 * such as `getPayloadV3`.
 */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/V\d+$/, '')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll}{2})/gu, '$1 $2')
    .split(' ')
    .map((word) => word.toLowerCase())
}
