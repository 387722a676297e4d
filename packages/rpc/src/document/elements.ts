import { dereference, type Resolve } from '@rpcloom/schema'
import { listOf, recordOf } from '@rpcloom/schema/json'
import { isRecord, type Json, type JsonObject } from '../json-rpc.ts'

/** An object of a document, with its reference resolved. The generator also knows where it is. */
export interface DocumentElement {
  readonly json: JsonObject
}

/** Finds the objects in the members of an object, with references resolved. Omits all other values. */
export interface Elements<One extends DocumentElement> {
  readonly member: (of: One, name: string) => One | undefined
  readonly list: (of: One, name: string) => readonly One[]
}

/** Returns the elements of a self-contained document. */
export function elementsIn(resolve: Resolve): Elements<DocumentElement> {
  const element = (value: unknown): DocumentElement | undefined => {
    const json = dereference(value, resolve)
    // The target of a reference is JSON, since the document was parsed from JSON.
    return isRecord(json) ? { json: withOwn(json as JsonObject, value) } : undefined
  }
  return {
    member: ({ json }, name) => element(json[name]),
    list: ({ json }, name) => listOf(json[name]).flatMap((value) => element(value) ?? []),
  }
}

/**
 * Members that are allowed next to a `$ref`, where they override the members of the referenced object. For
 * example, a shared param may be called `from` in one method and `to` in another.
 */
const ownMembers = ['name', 'summary', 'description', 'required', 'deprecated']

/** Returns the target of a reference, with the members that the reference overrides. */
export function withOwn(target: JsonObject, reference: unknown): JsonObject {
  if (!isRecord(reference) || reference === target) return target
  const overrides = ownMembers.filter((key) => Object.hasOwn(reference, key))
  if (overrides.length === 0) return target
  // The reference is part of the same document.
  return { ...target, ...Object.fromEntries(overrides.map((key) => [key, reference[key] as Json])) }
}

/** Returns a string that is not empty, or else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the members that are strings and not empty. */
export function textsOf<Key extends string>(
  holder: unknown,
  keys: readonly Key[],
): { readonly [key in Key]?: string } {
  const found: { [key in Key]?: string } = {}
  for (const key of keys) {
    const text = textOf(recordOf(holder)[key])
    if (text !== undefined) found[key] = text
  }
  return found
}
