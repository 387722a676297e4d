import type { Finding } from '../../diagnostics/diagnostics.ts'
import { commonProperties } from '../lookup.ts'
import { below } from '../../json/place.ts'
import type { Api, Method } from '../types.ts'

/**
 * Drops `x-rest` and `x-pagination` of a method if they refer to nonexistent params or result
 * members, because the generated code would not compile.
 */
export function fitting(method: Method, types: Api['types'], findings: Finding[]): Method {
  const { pagination, rest, ...others } = method
  if (pagination === undefined && rest.length === 0) return { ...others, rest }
  const lacks = lacking(method, types)
  const fits = (extension: string, missing: readonly string[]): boolean => {
    if (missing.length === 0) return true
    const message = `${extension} refers to ${missing.join(', ')}, which the method does not have.`
    findings.push({ code: 'RL302', message, place: below(method.place, extension) })
    return false
  }
  const routes = rest.filter((route) =>
    fits('x-rest', [
      ...lacks.params(route.query.map(({ param }) => param)),
      ...lacks.members([route.status.member]),
    ]),
  )
  const isPaged =
    pagination !== undefined &&
    fits('x-pagination', [
      ...lacks.params([pagination.cursor.param, pagination.limit?.param]),
      ...lacks.members([pagination.cursor.result, pagination.items, pagination.count]),
    ])
  return { ...others, rest: routes, ...(isPaged ? { pagination } : {}) }
}

type Names = readonly (string | undefined)[]

function lacking(
  method: Method,
  types: Api['types'],
): {
  readonly params: (names: Names) => readonly string[]
  readonly members: (names: Names) => readonly string[]
} {
  const params = new Set(method.params.map(({ name }) => name))
  const properties =
    method.result === undefined ? [] : commonProperties({ types }, method.result.type)
  const members = new Set(properties.map(({ name }) => name))
  const without = (known: ReadonlySet<string>, names: Names): readonly string[] =>
    names.filter((name) => name !== undefined).filter((name) => !known.has(name))
  return {
    params: (names) => without(params, names),
    members: (names) => without(members, names),
  }
}
