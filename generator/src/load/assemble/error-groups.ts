import type { Json, JsonObject } from '../../json/types.ts'
import { isArray, isObject, isReference } from '../../json/pointer.ts'

const errorGroups = 'error-groups'

/**
 * Replaces the error groups of a method with their errors. An error group is an object with
 * `errors`, or a list of errors. OpenRPC itself has no error groups.
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
  // Earlier documents use the name `x-error-group` for `error-groups`.
  const { [errorGroups]: own, 'x-error-group': extension, ...others } = method
  const named = own ?? extension
  if (!isArray(named)) return method
  const errors = named.flatMap((group) => errorsOf(group, groups))
  const before = isArray(others['errors']) ? others['errors'] : []
  return { ...others, errors: [...before, ...errors] }
}

function errorsOf(group: Json, groups: JsonObject): readonly Json[] {
  const key = isReference(group) ? (group.$ref.split('/').at(-1) ?? '') : ''
  const meant = isReference(group) ? groups[key] : group
  if (isArray(meant)) return meant
  return isObject(meant) && isArray(meant['errors']) ? meant['errors'] : []
}
