import type { Json, JsonObject } from '../../model/types.ts'
import { isArray, isObject, isReference } from '../pointer.ts'

/** Section of `components` that holds groups of errors; methods name groups in a member of the same name. */
export const errorGroups = 'error-groups'

/**
 * A document in which the errors of a method's groups are errors of the method. A group is an object with `errors`, or a
 * list of errors; OpenRPC has no groups, so that they are in none of what is made of the document.
 */
export function withoutErrorGroups(document: JsonObject): JsonObject {
  const { components, methods } = document
  if (!isObject(components) || !isArray(methods)) return document
  const { [errorGroups]: groups, ...others } = components
  if (!isObject(groups)) return document
  return {
    ...document,
    methods: methods.map((method) => (isObject(method) ? withErrors(method, groups) : method)),
    components: others,
  }
}

function withErrors(method: JsonObject, groups: JsonObject): JsonObject {
  const { [errorGroups]: named, ...others } = method
  if (!isArray(named)) return method
  const errors = named.flatMap((group) => errorsOf(group, groups))
  const own = isArray(others['errors']) ? others['errors'] : []
  return { ...others, errors: [...own, ...errors] }
}

function errorsOf(group: Json, groups: JsonObject): readonly Json[] {
  const key = isReference(group) ? (group.$ref.split('/').at(-1) ?? '') : ''
  const meant = isReference(group) ? groups[key] : group
  if (isArray(meant)) return meant
  return isObject(meant) && isArray(meant['errors']) ? meant['errors'] : []
}
