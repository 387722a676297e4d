import { append } from '../json/append.ts'
import { grammar, type Kind, type Member, type ObjectKind } from '../openrpc/grammar.ts'
import { child, isArray, isObject, isReference } from '../json/pointer.ts'
import { subschemas } from '../openrpc/schema-keywords.ts'
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

/**
 * Returns every object of the documents and of the files that they refer to, each once, those of documents
 * first.
 */
export function collect({ documents, resolve }: Loaded): readonly Spot[] {
  const spots: Spot[] = []
  const seen = new Set<string>()
  // Visit targets of references after the documents, because only the walk through the document itself knows
  // the parent of an object.
  const later: Task[] = []
  // Iterative, because documents may be deeply nested.
  const now: Task[] = documents.map(({ file, json }) => ({
    kind: 'document',
    json,
    place: { file, pointer: '' },
    parent: undefined,
    member: '',
  }))
  now.reverse()
  for (;;) {
    const task = now.pop() ?? later.pop()
    if (task === undefined) return spots
    append(now, look(task).reverse())
  }

  function look(task: Task): Task[] {
    const { kind, json, place } = task
    if (kind === 'loose' || kind === 'opaque' || !isObject(json)) return []
    const key = `${place.file}\n${place.pointer}`
    if (seen.has(key)) return []
    seen.add(key)
    if (isReference(json)) {
      const target = resolve(place.file, json.$ref)
      if (target !== undefined) {
        later.push({ ...target, kind, parent: undefined, member: '' })
      }
      if (kind !== 'schema') return []
    }
    const token = place.pointer.slice(place.pointer.lastIndexOf('/') + 1)
    const spot = { kind, json, place, token, parent: task.parent, member: task.member }
    spots.push(spot)
    return kind === 'schema' ? inSchema(spot) : inObject(kind, spot)
  }

  function inObject(kind: ObjectKind, spot: Spot): Task[] {
    return Object.entries(spot.json).flatMap(([name, value]) => {
      const { members } = grammar[kind]
      const member = Object.hasOwn(members, name) ? members[name] : undefined
      const place = { file: spot.place.file, pointer: child(spot.place.pointer, name) }
      return member === undefined ? [] : inMember({ member, name, value, place, parent: spot })
    })
  }

  function inMember(held: Held): Task[] {
    const { member, name, value, place, parent } = held
    if (typeof member === 'string' || 'among' in member) return []
    if ('one' in member) return [{ kind: member.one, json: value, place, parent, member: name }]
    if (isReference(value)) {
      const target = resolve(place.file, value.$ref)
      return target === undefined
        ? []
        : inMember({ ...held, value: target.json, place: target.place })
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
}

interface Held {
  readonly member: Member
  readonly name: string
  readonly value: Json
  readonly place: Place
  readonly parent: Spot
}

function inSchema(spot: Spot): Task[] {
  return [...subschemas(spot.json)].map(([path, json]) => ({
    kind: 'schema',
    json,
    place: { file: spot.place.file, pointer: path.reduce<string>(child, spot.place.pointer) },
    parent: spot,
    member: path[0] ?? '',
  }))
}
