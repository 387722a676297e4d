import { isCodec } from '../shape/decode.ts'
import type { Codec, ObjectShape, Shape } from '../shape/types.ts'
import { scalarText } from './json-text.ts'

/** Beyond these the platform's own writer is as quick; nothing of this depth is a circle. */
const MAX_MEMBERS = 8
const MAX_DEPTH = 3
/** Names of members that are remembered of each place: a handler may make them up. */
const MAX_NAMES = 100
/** From this length on the platform takes longer to copy a text than to search it for what JSON escapes. */
const LONG = 100

/**
 * Writes results that are scalars, small objects of them, or pages of long texts, in one pass without the
 * copy that encoding makes: most results are. Gives `undefined` for everything else, which goes the long
 * way, and throws where a codec does.
 */
export type SmallText = (value: unknown) => string | undefined

/** The writer for one shape. */
export function smallText(shape: Shape | undefined): SmallText {
  let part: Part | undefined
  return (value) => {
    part ??= partOf(shape, 0)
    return partText(part, value)
  }
}

/** A place in a result. */
interface Part {
  readonly codec: Codec | undefined
  /** Whether nothing is known of it that a list would have to be encoded for. */
  readonly isFree: boolean
  readonly members: Members | undefined
}

function partOf(shape: Shape | undefined, depth: number): Part {
  const isFree = shape === undefined
  const codec = shape && isCodec(shape) ? shape : undefined
  const isObject = isFree || isObjectShape(shape)
  const members = isObject && depth < MAX_DEPTH ? new Members(shape ?? {}, depth) : undefined
  return { codec, isFree, members }
}

function isObjectShape(shape: Shape): shape is ObjectShape {
  return typeof shape === 'object' && !Array.isArray(shape) && !isCodec(shape)
}

function partText({ codec, isFree, members }: Part, value: unknown): string | undefined {
  if (codec?.write && value !== null) return scalarText(codec.write(value))
  const scalar = scalarText(value)
  if (scalar !== undefined || typeof value !== 'object' || value === null) return scalar
  if (Array.isArray(value)) return isFree ? pageText(value) : undefined
  return members && isPlain(value) ? members.text(value) : undefined
}

/** Asked for `toJSON` first: the engine has the prototype at hand of what it has just looked at. */
function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const { toJSON } = value as { readonly toJSON?: unknown }
  return toJSON === undefined && Object.getPrototypeOf(value) === Object.prototype
}

interface Member {
  readonly name: string
  /** The name as JSON, behind the bracket or the comma that stands before it, with its colon. */
  readonly first: string
  readonly next: string
  readonly part: Part
}

/** The members of an object, noted as they are met. */
class Members {
  readonly #shapes: ObjectShape
  readonly #depth: number
  readonly #noted = new Map<string, Member>()
  /** Those of the last object, by their places in it. */
  readonly #last: Member[] = []

  constructor(shapes: ObjectShape, depth: number) {
    this.#shapes = shapes
    this.#depth = depth
  }

  text(members: Readonly<Record<string, unknown>>): string | undefined {
    let text = ''
    let count = 0
    for (const name in members) {
      if (count === MAX_MEMBERS) return undefined
      const value = members[name]
      const { first, next, part } = this.#memberAt(count++, name)
      if (value === undefined) continue
      const written = partText(part, value)
      if (written === undefined) return undefined
      text += (text === '' ? first : next) + written
    }
    return text === '' ? '{}' : text + '}'
  }

  /** Objects of one place mostly have the same members in the same order. */
  #memberAt(at: number, name: string): Member {
    const last = this.#last[at]
    if (last?.name === name) return last
    const member = this.#noted.get(name) ?? this.#note(name)
    this.#last[at] = member
    return member
  }

  #note(name: string): Member {
    const shape = Object.hasOwn(this.#shapes, name) ? this.#shapes[name] : undefined
    const key = `${JSON.stringify(name)}:`
    const part = partOf(shape, this.#depth + 1)
    const member = { name, first: `{${key}`, next: `,${key}`, part }
    if (this.#noted.size < MAX_NAMES) this.#noted.set(name, member)
    return member
  }
}

/** A list of long texts; every other list is left to the platform. */
function pageText(items: readonly unknown[]): string | undefined {
  const [first] = items
  if (typeof first !== 'string' || first.length < LONG) return undefined
  let text = ''
  for (const item of items) {
    if (typeof item !== 'string') return undefined
    const written = isLongPlain.test(item) ? `"${item}"` : JSON.stringify(item)
    text += text === '' ? `[${written}` : `,${written}`
  }
  return `${text}]`
}

/** ASCII without anything that JSON escapes. */
const isLongPlain = /^[ !#-[\]-~]*$/
