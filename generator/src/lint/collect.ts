import { append } from '../json/append.ts'
import { grammar, type Kind, type Member, type ObjectKind } from '../openrpc/grammar.ts'
import { child, isArray, isObject, isReference } from '../json/pointer.ts'
import { subschemas } from '@rpcloom/schema/internal'
import type { Loaded } from '../openrpc/loaded.ts'
import type { Json, Place } from '../json/types.ts'
import type { Spot } from './spot.ts'

interface Task {
  readonly kind: Kind
  readonly json: Json
  readonly place: Place
  readonly parent: Spot | undefined
  readonly member: string
}

/** The state of a walk through documents. */
interface Walk extends Pick<Loaded, 'resolve'> {
  readonly spots: Spot[]
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
export function collect({ documents, resolve }: Loaded): readonly Spot[] {
  const walk: Walk = { spots: [], seen: new Set(), later: [], resolve }
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
    if (task === undefined) return walk.spots
    append(now, look(walk, task).reverse())
  }
}

function look({ spots, seen, later, resolve }: Walk, task: Task): Task[] {
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
  const spot = { kind, json, place, token, parent, member }
  spots.push(spot)
  return kind === 'schema' ? inSchema(spot) : inObject(kind, spot, resolve)
}

function inObject(kind: ObjectKind, spot: Spot, resolve: Loaded['resolve']): Task[] {
  return Object.entries(spot.json).flatMap(([name, value]) => {
    const { members } = grammar[kind]
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    const place = { file: spot.place.file, pointer: child(spot.place.pointer, name) }
    return member === undefined
      ? []
      : inMember({ member, name, value, place, parent: spot }, resolve)
  })
}

function inMember(held: Held, resolve: Loaded['resolve']): Task[] {
  const { member, name, value, place, parent } = held
  if (typeof member === 'string' || 'among' in member) return []
  if ('one' in member) return [{ kind: member.one, json: value, place, parent, member: name }]
  if (isReference(value)) {
    const target = resolve(place.file, value.$ref)
    if (target === undefined) return []
    return inMember({ ...held, value: target.json, place: target.place }, resolve)
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

interface Held {
  readonly member: Member
  readonly name: string
  readonly value: Json
  readonly place: Place
  readonly parent: Spot
}

function inSchema(spot: Spot): Task[] {
  return subschemas(spot.json).map(({ path, schema }) => ({
    kind: 'schema',
    json: schema,
    place: { file: spot.place.file, pointer: path.reduce<string>(child, spot.place.pointer) },
    parent: spot,
    member: String(path[0]),
  }))
}
