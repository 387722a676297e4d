/** Maximum number of parts of a pattern that words can explain. */
const mostParts = 5

/**
 * Says in Markdown what strings match a pattern: "`0x`, 64 hexadecimal digits". Returns undefined for patterns with
 * parts other than characters and sets of characters.
 */
export function patternWords(pattern: string): string | undefined {
  const [, body] = /^\^([^]*)\$$/.exec(pattern) ?? []
  const parts = body === undefined ? undefined : partsOf(body)
  if (parts === undefined || parts.length === 0 || parts.length > mostParts) return undefined
  return parts.map(partWords).join(', ')
}

/** Characters, and how many of them: from `least` to `most`, which may be Infinity. */
interface Part {
  /** A text, or the content of a set of characters. */
  readonly text: string
  readonly isSet: boolean
  readonly least: number
  readonly most: number
}

const part =
  /(?:\[(?<set>(?:\\[dw\-\]\\^./+]|[^\]\\^])+)\]|\\(?<kind>[dw])|\\(?<escaped>[^A-Za-z0-9`])|(?<plain>[^\\[\](){}.*+?|^$`]))(?:\{(?<least>\d+)(?<range>,(?<most>\d*))?\}|(?<sign>[*+?]))?/y

function partsOf(body: string): readonly Part[] | undefined {
  const parts: Part[] = []
  part.lastIndex = 0
  while (part.lastIndex < body.length) {
    const { set, kind, escaped, plain, ...count } = part.exec(body)?.groups ?? {}
    const text = set ?? kind ?? escaped ?? plain
    if (text === undefined) return undefined
    const isSet = set !== undefined || kind !== undefined
    const next = { text: kind === undefined ? text : `\\${kind}`, isSet, ...countOf(count) }
    const last = parts.at(-1)
    if (last !== undefined && isText(last) && isText(next))
      parts[parts.length - 1] = { ...last, text: last.text + next.text }
    else parts.push(next)
  }
  return parts
}

function isText({ isSet, least, most }: Part): boolean {
  return !isSet && least === 1 && most === 1
}

type Groups = Readonly<Record<string, string | undefined>>

function countOf({ least, range, most, sign }: Groups): Pick<Part, 'least' | 'most'> {
  if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity }
  if (least === undefined) return { least: 1, most: 1 }
  const first = Number(least)
  if (range === undefined) return { least: first, most: first }
  return { least: first, most: most === '' || most === undefined ? Infinity : Number(most) }
}

function partWords({ text, isSet, least, most }: Part): string {
  const { one, many } = isSet ? setWords(text) : { one: `\`${text}\``, many: `\`${text}\`` }
  if (least === 1 && most === 1) return one
  if (least === 0 && most === 1) return `optionally ${one}`
  if (least === most) return `${least} ${many}`
  if (most !== Infinity) return `${least} to ${most} ${many}`
  return least === 0 ? `any number of ${many}` : `${least} or more ${many}`
}

interface Words {
  readonly one: string
  readonly many: string
}

const hexadecimal: Words = { one: 'a hexadecimal digit', many: 'hexadecimal digits' }
const base58: Words = { one: 'a Base58 character', many: 'Base58 characters' }

/** Sets by their sorted parts. */
const known: ReadonlyMap<string, Words> = new Map([
  ['0-9 A-F a-f', hexadecimal],
  ['0-9 a-f', { one: 'a lower-case hexadecimal digit', many: 'lower-case hexadecimal digits' }],
  ['0-9 A-F', { one: 'an upper-case hexadecimal digit', many: 'upper-case hexadecimal digits' }],
  ['1-9 A-H J-N P-Z a-k m-z', base58],
  ['0-9', { one: 'a digit', many: 'digits' }],
  ['\\d', { one: 'a digit', many: 'digits' }],
  ['1-9', { one: 'a digit from 1 to 9', many: 'digits from 1 to 9' }],
  ['A-Z a-z', { one: 'a letter', many: 'letters' }],
  ['a-z', { one: 'a lower-case letter', many: 'lower-case letters' }],
  ['A-Z', { one: 'an upper-case letter', many: 'upper-case letters' }],
])

const ranges: Readonly<Record<string, string>> = {
  '0-9': 'digits',
  '\\d': 'digits',
  '\\w': 'letters, digits, `_`',
  'a-z': 'lower-case letters',
  'A-Z': 'upper-case letters',
}

function setWords(set: string): Words {
  const members: readonly string[] = [...(set.match(/\\.|[^\\]-[^\\]|[^]/g) ?? [])].sort()
  const words = known.get(members.join(' '))
  if (words !== undefined) return words
  const isLetters = members.includes('a-z') && members.includes('A-Z')
  const others = isLetters ? members.filter((one) => one !== 'a-z' && one !== 'A-Z') : members
  const listed = others.map((one) => ranges[one] ?? charWords(one))
  const list = [...(isLetters ? ['letters'] : []), ...listed].join(', ')
  return { one: `a character (${list})`, many: `characters (${list})` }
}

function charWords(member: string): string {
  if (member.length === 3) return `\`${member.charAt(0)}\` to \`${member.charAt(2)}\``
  const char = member.replace(/^\\/, '')
  return char === '`' ? 'a backtick' : `\`${char}\``
}
