import type { Change, ChangeDetails } from './change.ts'
import type { ChangeKind } from './kinds.ts'
import type { PatternRelation } from './patterns.ts'

export interface Wording {
  readonly code: (name: string) => string
  readonly prose: (text: string) => string
  /** Whether a heading already says that a method was added or removed. */
  readonly isBelowHeading?: boolean
}

type DescribedChange = Pick<Change, 'kind' | 'details'>

/** Describes a change in a sentence without its subject. */
export function sentenceOf({ kind, details }: DescribedChange, wording: Wording): string {
  const list = listSentence(kind, [details], wording)
  if (list !== undefined) return list
  if (!isListed(kind)) return sentences[kind](details, wording)
  return kind === 'alternative-added' ? 'can be null now' : 'can no longer be null'
}

/**
 * Describes several changes of one kind in one sentence. Returns undefined if each change needs a sentence of
 * its own.
 */
export function listSentence(
  kind: ChangeKind,
  all: readonly ChangeDetails[],
  wording: Wording,
): string | undefined {
  if (!isListed(kind) || all.some(isNull)) return undefined
  const isError = kind === 'error-added' || kind === 'error-removed'
  const names = all.map((details) => `${shown(details, wording)}${isError ? codeOf(details) : ''}`)
  return lists[kind](enumerated(names), all.length > 1)
}

/** Whether the added or removed alternative is `null`, for which there is a special sentence. */
function isNull({ name, from, to }: ChangeDetails): boolean {
  return name === undefined && (from ?? to) === 'null'
}

function shown({ name, from, to }: ChangeDetails, { code, prose }: Wording): string {
  return name === undefined ? prose(text(from ?? to)) : code(name)
}

function codeOf({ from, to }: ChangeDetails): string {
  return ` (${text(from ?? to)})`
}

function enumerated(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}

type List = (names: string, isMany: boolean) => string

function ofElements(what: string, done: string): List {
  return (names, isMany) => `${what}${isMany ? 's' : ''} ${names} ${done}`
}

const are = (isMany: boolean): string => (isMany ? 'are' : 'is')

/** Sentences that can list several members, params, errors or alternatives, by kind of change. */
const lists = {
  'property-added': (names) => `optional ${names} added`,
  'required-property-added': (names) => `required ${names} added`,
  'property-removed': (names) => `${names} removed`,
  'property-required': (names, isMany) => `${names} ${are(isMany)} required now`,
  'property-optional': (names, isMany) => `${names} ${are(isMany)} optional now`,
  'param-added': ofElements('optional param', 'added'),
  'required-param-added': ofElements('required param', 'added'),
  'param-removed': ofElements('param', 'removed'),
  'param-required': (names, isMany) =>
    ofElements('param', `${are(isMany)} required now`)(names, isMany),
  'param-optional': (names, isMany) =>
    ofElements('param', `${are(isMany)} optional now`)(names, isMany),
  'error-added': ofElements('error', 'added'),
  'error-removed': (names, isMany) =>
    ofElements('error', `${are(isMany)} no longer listed`)(names, isMany),
  'alternative-added': ofElements('alternative', 'added'),
  'alternative-removed': ofElements('alternative', 'removed'),
} as const satisfies Readonly<Partial<Record<ChangeKind, List>>>

type ListKind = keyof typeof lists

function isListed(kind: ChangeKind): kind is ListKind {
  return Object.hasOwn(lists, kind)
}

/** Formats a fact. Several values are separated by commas. */
function text(value: ChangeDetails['from']): string {
  return typeof value === 'object' ? value.join(', ') : (value ?? '')
}

function values(value: ChangeDetails['from'], { code }: Wording): readonly string[] {
  return (typeof value === 'object' ? value : [value ?? '']).map(code)
}

type Sentence = (details: ChangeDetails, wording: Wording) => string

const always =
  (sentence: string): Sentence =>
  () =>
    sentence

const nowAndBefore =
  (start: string): Sentence =>
  ({ from, to }) =>
    `${start} ${text(to)} now, ${text(from)} before`

const described = always('description changed')

const types: Sentence = ({ from, to }, { prose }) =>
  `${prose(text(from))} before, ${prose(text(to))} now`

const members =
  (change: string): Sentence =>
  ({ name }) =>
    `${name === undefined ? 'undeclared members' : 'members whose names match the pattern'} ${change}`

const multiples: Sentence = ({ from, to }) => {
  if (from === undefined) return `multiples of ${text(to)} only`
  if (to === undefined) return `not only multiples of ${text(from)}`
  return `multiples of ${text(to)} now, of ${text(from)} before`
}

const limit: Sentence = (details, wording) => {
  const { name = '', from, to } = details
  if (name === 'multipleOf') return multiples(details, wording)
  if (name === 'uniqueItems') {
    return to === 'true' ? 'items must be unique now' : 'items need not be unique now'
  }
  if (to === undefined) return `${wording.code(name)} removed, ${text(from)} before`
  const before = from === undefined ? '' : `, ${text(from)} before`
  return `${wording.code(name)} is ${text(to)} now${before}`
}

const renamed =
  (what: string): Sentence =>
  ({ from, to }, { code }) =>
    `${what} ${code(text(from))} is named ${code(text(to))} now`

const available: Sentence = ({ name, from, to }) =>
  `${text(to)} over ${name} now, ${text(from)} before`

const batches: Sentence = ({ to }) => {
  if (to === 'any') return 'any number of calls in a batch now'
  const calls = to === '1' ? '1 call' : `${to === '0' ? 'no' : text(to)} calls`
  return `${calls} in a batch now`
}

const named =
  (before: string, after: string): Sentence =>
  ({ name = '' }, { code }) =>
    `${before}${code(name)}${after}`

function counted(methods: string): string {
  return methods === '1' ? '1 method' : `${methods} methods`
}

const methodAdded: Sentence = ({ to, name }, { prose, isBelowHeading }) => {
  const head = [
    ...(isBelowHeading ? [] : ['added']),
    ...(name === 'client' ? ['clients have to implement it'] : []),
  ].join(', ')
  return [head, to === undefined ? '' : prose(text(to))].filter((part) => part !== '').join(': ')
}

const methodRemoved: Sentence = ({ from, replacement }, { code, isBelowHeading }) => {
  const parts = [
    ...(isBelowHeading ? [] : ['removed']),
    ...(from === 'deprecated' ? ['deprecated before'] : []),
  ].join(', ')
  return replacement === undefined ? parts : `${parts}; replaced by ${code(replacement)}`
}

const methodDeprecated: Sentence = ({ since, replacement }, { code, prose }) => {
  const start = since === undefined ? 'deprecated' : `deprecated since ${prose(since)}`
  return replacement === undefined ? start : `${start}, replaced by ${code(replacement)}`
}

const subscription: Sentence = ({ from, to }) => {
  if (to === undefined) return 'no longer subscribes'
  return from === undefined
    ? 'subscribes now'
    : 'the notification or the unsubscribe method has a different name'
}

const changedPattern: Sentence = ({ from, to, relation = 'unknown' }, wording) => {
  const [was, is] = [values(from, wording).join(' and '), values(to, wording).join(' and ')]
  const results = {
    same: `pattern ${is} now, which matches the same strings as ${was}`,
    narrower: `has to match ${is} now, which matches fewer strings than ${was}`,
    wider: `may match ${is} now, which matches more strings than ${was}`,
    other: `has to match ${is} now, ${was} before`,
    unknown: `pattern changed from ${was} to ${is}; cannot tell whether it is narrower`,
  } as const satisfies Readonly<Record<PatternRelation, string>>
  return results[relation]
}

const sentences: Readonly<Record<Exclude<ChangeKind, ListKind>, Sentence>> = {
  'type-widened': types,
  'type-narrowed': types,
  'type-changed': types,
  'type-renamed': renamed('type'),
  'written-form': ({ from, to }, { prose }) =>
    `written as ${prose(text(to))} now, not as ${prose(text(from))}`,
  'number-form': ({ to }) => `a ${text(to)} in generated code now`,
  'enum-value-added': ({ to }, wording) => `value ${values(to, wording).join(', ')} added`,
  'enum-value-removed': ({ from }, wording) => `value ${values(from, wording).join(', ')} removed`,
  'enum-opened': ({ from }, wording) => `any value, not only ${values(from, wording).join(', ')}`,
  'enum-closed': ({ to }, wording) => `only ${values(to, wording).join(', ')} now`,
  'object-described': ({ to }, wording) =>
    `members ${values(to, wording).join(', ')} are described now`,
  'object-closed': always('undeclared members are no longer allowed'),
  'object-opened': always('undeclared members are allowed now'),
  'members-typed': members('have a schema now'),
  'members-untyped': members('no longer have a schema'),
  'condition-added': ({ to }, { code }) => `returned only when ${code(text(to))} now`,
  'condition-changed': ({ from, to }, { code }) =>
    `returned when ${code(text(to))} now, when ${code(text(from))} before`,
  'condition-removed': ({ from }, { code }) => `no longer returned only when ${code(text(from))}`,
  'limit-tightened': limit,
  'limit-relaxed': limit,
  'pattern-added': ({ to }, wording) => `has to match ${values(to, wording).join(' and ')} now`,
  'pattern-removed': ({ from }, wording) => `need not match ${values(from, wording).join(' and ')}`,
  'pattern-changed': changedPattern,
  'format-added': ({ to }, { code }) => `format ${code(text(to))} now`,
  'format-removed': ({ from }, { code }) => `format ${code(text(from))} removed`,
  'format-changed': ({ from, to }, { code }) =>
    `format ${code(text(to))} now, ${code(text(from))} before`,
  'constraint-added': named('restricted by ', ' now'),
  'constraint-removed': named('no longer restricted by ', ''),
  'constraint-changed': (details, wording) =>
    details.name === 'multipleOf'
      ? multiples(details, wording)
      : named('', ' changed')(details, wording),
  'default-added': ({ to }, { code }) => `default ${code(text(to))} added`,
  'default-changed': ({ from, to }, { code }) =>
    `default ${code(text(to))} now, ${code(text(from))} before`,
  'default-removed': ({ from }, { code }) => `default ${code(text(from))} removed`,
  'unit-changed': ({ from = 'no unit', to = 'no unit' }, { prose }) =>
    `in ${prose(text(to))} now, ${prose(text(from))} before`,
  'secret-changed': ({ to }) => (to === undefined ? 'no longer a secret' : 'a secret now'),
  'schema-deprecated': ({ to }) => (to === undefined ? 'no longer deprecated' : 'deprecated now'),
  'schema-described': described,
  'group-added': ({ to }) => `added, with ${counted(text(to))}`,
  'group-removed': ({ from }) => `removed, with its ${counted(text(from))}`,
  'group-key': ({ from, to }, { code }) =>
    `is named ${code(text(to))} in generated code now, ${code(text(from))} before`,
  'shortcut-removed': ({ from, to }, { code }) =>
    `clients have no member ${code(text(from))} now, only ${code(text(to))}`,
  'group-path': ({ from, to }, { code }) =>
    `${code(text(from))} is ${to === undefined ? 'gone' : `${code(text(to))} now`}`,
  'group-batches': batches,
  'group-batches-relaxed': batches,
  'group-transport-removed': ({ from }) => `no longer available over ${text(from)}`,
  'group-transport-added': ({ to }) => `also available over ${text(to)}`,
  'document-version': ({ from, to }, { prose }) =>
    `version ${prose(text(to))}, ${prose(text(from))} before`,
  'document-described': described,
  'servers-changed': always('its servers changed'),
  'method-added': methodAdded,
  'method-removed': methodRemoved,
  'method-renamed': ({ to }, { code }) => `named ${code(text(to))} now`,
  'generated-name': ({ from, to }, { code }) =>
    `is named ${code(text(to))} in generated code now, ${code(text(from))} before`,
  'method-deprecated': methodDeprecated,
  'method-undeprecated': always('no longer deprecated'),
  'method-described': described,
  'examples-changed': always('examples changed'),
  'param-renamed': renamed('param'),
  'positional-param-renamed': renamed('param'),
  'param-order': ({ to }, { prose }) => `order of the params is ${prose(text(to))} now`,
  'param-structure': nowAndBefore('params are'),
  'param-structure-relaxed': nowAndBefore('params are'),
  'param-described': described,
  'notification-became-call': always('a notification before, has a response now'),
  'call-became-notification': always('a notification now, without a response'),
  'result-described': described,
  'result-dropped': always('calls have no result now (`result: {}`)'),
  'result-introduced': always('calls have a result now'),
  'result-optional': always('the result may be absent or null now'),
  'result-required': always('the result can no longer be absent or null'),
  'error-code': ({ name = '', from, to }, { code }) =>
    `error ${code(name)} has code ${text(to)} now, ${text(from)} before`,
  'error-message': named('error ', ' has a different message'),
  'method-side': nowAndBefore('it is implemented by the'),
  'effect-changed': nowAndBefore('its effect is'),
  'availability-reduced': available,
  'availability-extended': available,
  'setting-required': ({ to }, { code }) => `off unless the setting ${code(text(to))} enables it`,
  'setting-changed': ({ to }, { code }) =>
    to === undefined ? 'always on now' : `enabled by the setting ${code(text(to))}`,
  'authentication-required': always('requires a username and password now'),
  'authentication-dropped': always('no longer requires a username and password'),
  'paging-removed': always('is no longer paginated'),
  'paging-changed': always('is paginated differently'),
  'paging-added': always('is paginated now'),
  'route-removed': named('GET route ', ' removed'),
  'route-changed': named('GET route ', ' has different paths or queries'),
  'route-added': named('GET route ', ' added'),
  'subscription-topic-added': named('events ', ' added'),
  'subscription-topic-removed': named('events ', ' removed'),
  'subscription-changed': subscription,
  'link-removed': named('link ', ' removed'),
  'link-added': named('link ', ' added'),
  'limits-changed': always('its limits changed'),
  'cost-raised': nowAndBefore('its cost is'),
  'cost-lowered': nowAndBefore('its cost is'),
}
