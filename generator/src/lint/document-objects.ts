import { append } from '../json/append.ts'
import { grammar, type Kind, type Member, type ObjectKind } from '../openrpc/grammar.ts'
import { child, isArray, isObject, isReference } from '../json/pointer.ts'
import { subschemas } from '@rpcloom/schema/internal'
import type { Loaded } from '../openrpc/loaded.ts'
import type { Json, JsonObject, Place } from '../json/types.ts'

/** An object of a document with its kind. An object with several references to it is visited once. */
export interface DocumentObject {
  readonly kind: ObjectKind | 'schema'
  readonly json: JsonObject
  readonly place: Place
  /** Last token of the object's pointer: a key or index. */
  readonly token: string
  /** Enclosing object. Undefined for a document and for the target of a reference. */
  readonly parent: DocumentObject | undefined
  /** Member of the parent that contains the object, such as `properties`. */
  readonly member: string
}

interface Task {
  readonly kind: Kind
  readonly json: Json
  readonly place: Place
  readonly parent: DocumentObject | undefined
  readonly member: string
}

/** The state of a walk through documents. */
interface Walk extends Pick<Loaded, 'resolve'> {
  readonly objects: DocumentObject[]
  readonly seen: Set<string>
  /**
   * Targets of references. They are visited after the documents: an object that is part of a document must
   * first be visited there, because only then is its parent known.
   */
  readonly later: Task[]
}

/**
 * Returns every object of the documents and of referenced files once, with the objects of the documents first.
 */
export function documentObjects({ documents, resolve }: Loaded): readonly DocumentObject[] {
  const walk: Walk = { objects: [], seen: new Set(), later: [], resolve }
  // Not recursive, because documents may be deeply nested.
  const now: Task[] = documents.map(({ file, json }) => ({
    kind: 'document',
    json,
    place: { file, pointer: '' },
    parent: undefined,
    member: '',
  }))
  now.reverse()
  for (;;) {
    const task = now.pop() ?? walk.later.pop()
    if (task === undefined) return walk.objects
    append(now, look(walk, task).reverse())
  }
}

function look({ objects, seen, later, resolve }: Walk, task: Task): Task[] {
  const { kind, json, place, parent, member } = task
  if (kind === 'loose' || kind === 'opaque' || !isObject(json)) return []
  const key = `${place.file}\n${place.pointer}`
  if (seen.has(key)) return []
  seen.add(key)
  if (isReference(json)) {
    const target = resolve(place.file, json.$ref)
    if (target !== undefined) later.push({ ...target, kind, parent: undefined, member: '' })
    if (kind !== 'schema') return []
  }
  const token = place.pointer.slice(place.pointer.lastIndexOf('/') + 1)
  const object = { kind, json, place, token, parent, member }
  objects.push(object)
  return kind === 'schema' ? inSchema(object) : inObject(kind, object, resolve)
}

function inObject(kind: ObjectKind, object: DocumentObject, resolve: Loaded['resolve']): Task[] {
  return Object.entries(object.json).flatMap(([name, value]) => {
    const { members } = grammar[kind]
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    const place = { file: object.place.file, pointer: child(object.place.pointer, name) }
    return member === undefined
      ? []
      : inMember({ member, name, value, place, parent: object }, resolve)
  })
}

function inMember(given: MemberValue, resolve: Loaded['resolve']): Task[] {
  const { member, name, value, place, parent } = given
  if (typeof member === 'string' || 'among' in member) return []
  if ('one' in member) return [{ kind: member.one, json: value, place, parent, member: name }]
  if (isReference(value)) {
    const target = resolve(place.file, value.$ref)
    if (target === undefined) return []
    return inMember({ ...given, value: target.json, place: target.place }, resolve)
  }
  const kind = 'list' in member ? member.list : member.map
  const entries = isArray(value)
    ? value.map((inner, index) => [String(index), inner] as const)
    : Object.entries(isObject(value) ? value : {})
  return entries.map(([key, json]) => ({
    kind,
    json,
    place: { file: place.file, pointer: child(place.pointer, key) },
    parent,
    member: name,
  }))
}

interface MemberValue {
  readonly member: Member
  readonly name: string
  readonly value: Json
  readonly place: Place
  readonly parent: DocumentObject
}

function inSchema(object: DocumentObject): Task[] {
  return subschemas(object.json).map(({ path, schema }) => ({
    kind: 'schema',
    json: schema,
    place: { file: object.place.file, pointer: path.reduce<string>(child, object.place.pointer) },
    parent: object,
    member: String(path[0]),
  }))
}
