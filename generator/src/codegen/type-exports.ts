import { append } from '../json/append.ts'
import { everyMethod } from '../model/sides.ts'
import type { Api, Group, Type, TypeId } from '../model/types.ts'
import { childTypes } from '../model/walk.ts'
import { quoteString } from './quote.ts'
import { relativeImport, typesPath } from './scope.ts'

/**
 * Returns `export type` statements for all types of the group's own module, and for the types of other modules
 * that its types and methods refer to.
 */
export function typeExports(api: Api, group: Group, path: string): readonly string[] {
  const reached = typesReached(api, group)
  const modules = api.modules.filter(
    (module) => module.file === group.file || module.types.some((id) => reached.has(id)),
  )
  return modules.flatMap((module) => {
    const from = quoteString(relativeImport(path, typesPath(module.path)))
    if (module.file === group.file) return [`export type * from ${from}`]
    const names = module.types
      .filter((id) => reached.has(id))
      .flatMap((id) => {
        const named = api.types.get(id)
        return named === undefined ? [] : [named.name, named.inputName]
      })
    return [`export type { ${[...new Set(names)].toSorted().join(', ')} } from ${from}`]
  })
}

export function exportedTypes(api: Api, group: Group): ReadonlySet<string> {
  const own = api.modules.filter(({ file }) => file === group.file).flatMap(({ types }) => types)
  const named = [...own, ...typesReached(api, group)].flatMap((id) => api.types.get(id) ?? [])
  return new Set(named.flatMap(({ name, inputName }) => [name, inputName]))
}

/**
 * Returns every type that a module of the group exports: the types of its document, and every type that its
 * types or methods refer to.
 */
export function typesReached(api: Api, group: Group): ReadonlySet<TypeId> {
  const seen = new Set<TypeId>()
  const queue: Type[] = everyMethod(group).flatMap((method) => [
    ...(method.paramsType === undefined ? [] : [{ kind: 'ref', to: method.paramsType } as const]),
    ...method.params.map(({ type }) => type),
    ...(method.result === undefined
      ? []
      : [method.result.type, ...(method.result.cases ?? []).map(({ type }) => type)]),
    ...(method.subscription?.topics ?? []).flatMap(({ params, payload }) => [
      ...params.map(({ type }) => type),
      payload.type,
    ]),
  ])
  const own = api.modules.filter(({ file }) => file === group.file)
  append(
    queue,
    own.flatMap(({ types }) => types.map((to) => ({ kind: 'ref', to }) as const)),
  )
  for (let type = queue.pop(); type !== undefined; type = queue.pop()) {
    if (type.kind !== 'ref') {
      append(queue, childTypes(type))
      continue
    }
    const target = api.types.get(type.to)
    if (seen.has(type.to) || target === undefined) continue
    seen.add(type.to)
    queue.push(target.type)
  }
  return seen
}
