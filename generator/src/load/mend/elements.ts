import { jsonText } from '../../json/text.ts'
import type { Json, JsonObject } from '../../model/types.ts'
import type { Kind } from '../grammar.ts'
import { child, isArray, isObject, isReference, textOf } from '../pointer.ts'
import { type At, copied, inside, moved, note, type Pen } from './pen.ts'

/** An element from what was written in its place: a text for its only member that counts, a list of one. */
export function asElement(pen: Pen, kind: Kind, json: Json, at: At): { json: Json; at: At } {
  if (kind === 'example') return { json: exampleFrom(pen, json, at), at }
  const [only] = isArray(json) ? json : []
  if (isArray(json) && json.length === 1 && isObject(only) && unwrapped.has(kind)) {
    note(pen, 'RL204', at, 'The member has to be an object; this list is read as its only item.')
    return asElement(pen, kind, only, moved(pen, child(at.was, 0), at.now))
  }
  const meant = isObject(json) ? undefined : fromScalar(kind, json)
  if (meant === undefined) return { json, at }
  const message = `An object has to stand here; read as ${jsonText(meant).slice(0, 80)}.`
  note(pen, 'RL204', at, message)
  return { json: meant, at }
}

/** Kinds of which one may stand in a list by mistake. */
const unwrapped: ReadonlySet<Kind> = new Set([
  'contentDescriptor',
  'info',
  'contact',
  'license',
  'externalDocs',
  'components',
])

/** The member that a text alone is, by kind. */
const mainMember: { readonly [kind in Kind]?: string } = {
  tag: 'name',
  server: 'url',
  externalDocs: 'url',
  info: 'title',
  license: 'name',
  contact: 'name',
}

function fromScalar(kind: Kind, json: Json): JsonObject | undefined {
  const member = mainMember[kind]
  if (member !== undefined)
    return typeof json === 'string' && json !== '' ? { [member]: json } : undefined
  return kind === 'error' ? errorFrom(json) : undefined
}

/** What has none of an example's members cannot be anything but the value of one. */
function exampleFrom(pen: Pen, json: Json, at: At): Json {
  const [only] = isArray(json) ? json : []
  if (isArray(json) && json.length === 1 && isObject(only) && hasValue(only)) {
    note(pen, 'RL204', at, 'The member has to be an object; this list is read as its only item.')
    moved(pen, child(at.was, 0), at.now)
    return only
  }
  if (json === null || isReference(json) || (isObject(json) && isExample(json))) return json
  note(pen, 'RL204', at, 'An example has to stand here; what does is read as the value of one.')
  copied(pen, at.was, child(at.now, 'value'))
  return { value: json }
}

/** Whether an object has a member that only examples have, or nothing that they do not have. */
function isExample(json: JsonObject): boolean {
  const keys = Object.keys(json).filter((key) => !key.startsWith('x-'))
  return hasValue(json) || keys.every((key) => ['name', 'summary', 'description'].includes(key))
}

function hasValue(json: JsonObject): boolean {
  return ['value', 'externalValue'].some((key) => Object.hasOwn(json, key))
}

/** An error by its code alone. */
function errorFrom(json: Json): JsonObject | undefined {
  const code = typeof json === 'string' && /^-?\d+$/.test(json) ? Number(json) : json
  return typeof code === 'number' && Number.isSafeInteger(code)
    ? { code, message: `Error ${code}` }
    : undefined
}

/** Members that are read as the name of an element without one, by kind. */
const namesakes: { readonly [kind in Kind]?: readonly string[] } = {
  method: ['method', 'title', 'operationId'],
  contentDescriptor: ['title'],
  tag: ['title'],
  link: ['title'],
  examplePairing: ['title'],
}

/** Members of which one shows that an object is what its place asks for: a schema has a title, too. */
const telling: { readonly [kind in Kind]?: readonly string[] } = {
  contentDescriptor: ['schema'],
  method: ['params', 'result'],
}

/** An element with another member for its name, where that is one word. */
export function withName(pen: Pen, kind: Kind, json: JsonObject, at: At): JsonObject {
  const isCertain = telling[kind]?.some((key) => Object.hasOwn(json, key)) ?? true
  if (Object.hasOwn(json, 'name') || isReference(json) || !isCertain) return json
  const found = (namesakes[kind] ?? []).find((key) => /^\S+$/.test(textOf(json[key])))
  if (found === undefined) return json
  const name = moved(pen, inside(at, found).was, inside(at, 'name').now)
  note(pen, 'RL203', name, `The member \`name\` is missing; \`${found}\` is read as it.`)
  const { [found]: text = '', ...rest } = json
  return { name: text, ...rest }
}
