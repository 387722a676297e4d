import type { Json } from '../../model/types.ts'
import { type Kind, titleOf } from '../grammar.ts'
import { child, isObject, textOf } from '../pointer.ts'
import { isItem, isNamedItem, isSchemaOnly, named } from './items.ts'
import { repetitionsIn } from './misplaced.ts'
import { type At, copied, inside, moved, note, type Pen } from './pen.ts'

/** A list and, by index, where its items stand. */
export interface Listed {
  readonly items: readonly Json[]
  readonly at: readonly At[]
}

/** A list from an object in its place: its only item, or items by name. Undefined where neither is clear. */
export function asList(pen: Pen, of: Kind, json: Json, at: At): Listed | undefined {
  if (!isObject(json)) {
    const isName = (of === 'tag' || of === 'server') && typeof json === 'string'
    const isCode = of === 'error' && (typeof json === 'number' || typeof json === 'string')
    if (!isName && !isCode) return undefined
    note(pen, 'RL204', at, 'The member has to be a list; this value is read as its only item.')
    return { items: [json], at: [moved(pen, at.was, child(at.now, 0))] }
  }
  if (isItem(of, json)) {
    note(pen, 'RL204', at, `The member has to be a list; this object is read as its only item.`)
    return { items: [json], at: [moved(pen, at.was, child(at.now, 0))] }
  }
  const entries = Object.entries(json).filter(([key]) => !key.startsWith('x-'))
  // The only param may be called `schema`, and the object may be a descriptor that lacks its name.
  if (of === 'contentDescriptor' && entries.length === 1 && Object.hasOwn(json, 'schema')) {
    return undefined
  }
  if (entries.length === 0 || !entries.every(([key, value]) => isNamedItem(of, key, value)))
    return undefined
  note(
    pen,
    'RL204',
    at,
    `The member has to be a list; this object is read as ${titleOf(of)} for each key.`,
  )
  return {
    items: entries.map(([key, value]) => named(of, key, value)),
    at: entries.map(([key, value], index) => {
      const item = moved(pen, child(at.was, key), child(at.now, index))
      if (of === 'contentDescriptor' && isSchemaOnly(value))
        pen.origins.set(child(item.now, 'schema'), item.was)
      return item
    }),
  }
}

/** Elements by name from a list of them, where each has one of its own. */
export function asMap(pen: Pen, of: Kind, json: readonly Json[], at: At): Json {
  const keys = of === 'schema' ? ['title', '$id', 'id', 'name'] : ['name']
  const names = json.map((item) =>
    isObject(item) ? keys.map((key) => textOf(item[key])).find((text) => text !== '') : undefined,
  )
  const known = names.filter((name) => name !== undefined)
  if (known.length < json.length || new Set(known).size < json.length) return json
  note(pen, 'RL204', at, 'The member has to be an object; this list is read as one by name.')
  known.forEach((name, index) => moved(pen, child(at.was, index), child(at.now, name)))
  return Object.fromEntries(known.map((name, index) => [name, json[index] ?? null]))
}

/** A list of methods without those that repeat an earlier one; undefined where none does. */
export function withoutRepetitions(pen: Pen, json: readonly Json[], at: At): Listed | undefined {
  const repeated = new Map(repetitionsIn(json).map(({ index, first }) => [index, first]))
  if (repeated.size === 0) return undefined
  const kept = [...json.keys()].filter((index) => !repeated.has(index))
  let behind = kept.length
  for (const [index, first] of repeated) {
    const was = child(at.was, index)
    // It has no place any more, so it gets one behind the others.
    const where = copied(pen, was, child(at.now, behind++))
    note(
      pen,
      'RL211',
      where,
      'The method is here twice, and called in the same way; the first is read.',
    )
    pen.moves.set(was, child(at.now, kept.indexOf(first)))
  }
  return {
    items: kept.flatMap((index) => json.slice(index, index + 1)),
    at: kept.map((index, now) =>
      index === now ? inside(at, now) : moved(pen, child(at.was, index), child(at.now, now)),
    ),
  }
}
