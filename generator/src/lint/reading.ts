import { ownStructure, typeOf } from '@rpcloom/schema/internal'
import { child, isArray, isObject, isReference, textOf, tokensOf } from '../json/pointer.ts'
import type { Element } from '../openrpc/elements.ts'
import type { Loaded } from '../openrpc/loaded.ts'
import type { Json, JsonObject } from '../json/types.ts'

/** Returns a schema with its reference resolved. Members next to the reference take precedence. */
export function schemaOf(json: Json | undefined, file: string, loaded: Loaded): JsonObject {
  if (!isObject(json)) return {}
  if (!isReference(json)) return json
  const target = loaded.resolve(file, json.$ref)
  return { ...(target !== undefined && isObject(target.json) ? target.json : {}), ...json }
}

export function isDescribed(json: JsonObject): boolean {
  return ['description', 'summary', 'title'].some((name) => textOf(json[name]).trim() !== '')
}

/** Whether a schema has a description, or all of its alternatives except `null` have one. */
export function isSchemaDescribed(json: Json | undefined, file: string, loaded: Loaded): boolean {
  const schema = schemaOf(json, file, loaded)
  if (isDescribed(schema)) return true
  // References of the alternatives are relative to the file that contains them.
  const target = isObject(json) && isReference(json) ? loaded.resolve(file, json.$ref) : undefined
  const from = target?.place.file ?? file
  return ownStructure(schema).choices.some(({ options }) =>
    options.every(
      ({ json: option }) =>
        isObject(option) &&
        (option['type'] === 'null' || isDescribed(schemaOf(option, from, loaded))),
    ),
  )
}

/**
 * Returns the JSON types that a schema allows according to `type`, `const`, `enum` or `properties`. Empty if
 * the schema has none of these keywords.
 */
export function assertedTypes(schema: JsonObject): readonly string[] {
  const { type, enum: values } = schema
  if (typeof type === 'string') return [type]
  if (isArray(type)) return type.map(textOf)
  if (schema['const'] !== undefined) return [typeOf(schema['const'])]
  if (isArray(values)) return [...new Set(values.map(typeOf))]
  return isObject(schema['properties']) ? ['object'] : []
}

/** Returns the name of a content descriptor, error or tag, or an empty string if the name is missing. */
export function nameOf({ json }: Element): string {
  return textOf(json['name'])
}

/** Returns the last token of a pointer, unescaped. */
export function lastToken(pointer: string): string {
  return tokensOf(pointer).at(-1) ?? ''
}

/** Splits a camelCase, snake_case or kebab-case name into lower-case words. */
export function wordsIn(name: string): readonly string[] {
  return name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/**
 * Returns every value of a document with its pointer. `isSkipped` excludes members with everything below them.
 */
export function* valuesIn(
  root: Json,
  isSkipped: (member: string) => boolean = () => false,
): Generator<readonly [pointer: string, json: Json]> {
  const open: (readonly [string, Json])[] = [['', root]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    const [pointer, json] = next
    const members = isArray(json) ? json.entries() : Object.entries(isObject(json) ? json : {})
    for (const [name, inner] of members) {
      if (!isSkipped(String(name))) open.push([child(pointer, name), inner])
    }
  }
}
