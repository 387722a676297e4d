import type { Resolve } from '../../load/elements.ts'
import { isSameTarget, type Notes, openNotes } from '../../load/noted.ts'
import { follow } from '../reference.ts'
import type { JsonObject } from '../types.ts'
import type { NotedDeed, SchemaReader } from './reader.ts'

/** What reading something came to, and why. */
interface Reading<Result> {
  readonly followed: Notes<Parameters<Resolve>, ReturnType<Resolve>>
  readonly resolved: Notes<Parameters<Resolve>, ReturnType<Resolve>>
  readonly deeds: readonly NotedDeed[]
  readonly result: Result
}

/** What is read, and what the reading depends on beside it. */
export interface Subject {
  readonly key: JsonObject
  readonly context: string
}

/**
 * Makes a function that reads what it is given, or does again what the run before in the same process did to
 * its reader: where references lead to the same values, and every deed comes to what it came to then.
 */
export function retracing<Result>(): (
  reader: SchemaReader,
  subject: Subject,
  read: (reader: SchemaReader) => Result,
) => Result {
  const runs = new WeakMap<object, WeakMap<JsonObject, Map<string, Reading<Result>>>>()
  return (reader, { key, context }, read) => {
    if (reader.readings === undefined) return read(reader)
    const subjects =
      runs.get(reader.readings) ?? new WeakMap<JsonObject, Map<string, Reading<Result>>>()
    runs.set(reader.readings, subjects)
    const own = subjects.get(key) ?? new Map<string, Reading<Result>>()
    subjects.set(key, own)
    const last = own.get(context)
    if (last !== undefined && isDoneAgain(reader, last)) return last.result
    const reading = noted(reader, read)
    own.set(context, reading)
    return reading.result
  }
}

function noted<Result>(
  reader: SchemaReader,
  read: (reader: SchemaReader) => Result,
): Reading<Result> {
  const { loaded } = reader
  const followed = openNotes<Parameters<Resolve>, ReturnType<Resolve>>(
    (file, ref) => follow(loaded, file, ref),
    isSameTarget,
  )
  const resolved = openNotes(loaded.resolve, isSameTarget)
  const deeds: NotedDeed[] = []
  const result = read(
    reader.noting({ loaded: { ...loaded, follow: followed.ask, resolve: resolved.ask }, deeds }),
  )
  for (const deed of deeds) reader.deeds?.push(deed)
  return { followed, resolved, deeds, result }
}

/** One that comes to something else is one of a reading that has begun anew: to begin again changes nothing of it. */
function isDoneAgain(reader: SchemaReader, reading: Reading<unknown>): boolean {
  const { followed, resolved, deeds } = reading
  const { loaded } = reader
  if (!followed.isCurrent((file, ref) => follow(loaded, file, ref))) return false
  if (!resolved.isCurrent(loaded.resolve)) return false
  if (!deeds.every(({ deed, outcome }) => deed(reader) === outcome)) return false
  for (const deed of deeds) reader.deeds?.push(deed)
  return true
}
