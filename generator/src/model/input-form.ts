import { gather } from '../json/gather.ts'
import { append } from '../json/append.ts'
import { stringTemplates } from './schema/scalar.ts'
import type { Type, TypeId } from './types.ts'
import { referencesOf, walkType } from './walk.ts'

/**
 * Returns the named types whose input form differs from the output form. The forms differ for
 * numbers with a codec, lists (readonly in inputs), strings with a template literal type, and all
 * types that refer to such types.
 */
export function differingInputs(
  types: readonly { readonly id: TypeId; readonly type: Type }[],
): ReadonlySet<TypeId> {
  const referrers = gather(
    types.flatMap(({ id, type }) => referencesOf(type).map((to) => [to, id] as const)),
  )
  const differing = new Set<TypeId>()
  const queue = types.flatMap(({ id, type }) => (differsByItself(type) ? [id] : []))
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (differing.has(id)) continue
    differing.add(id)
    append(queue, referrers.get(id) ?? [])
  }
  return differing
}

/**
 * Whether the input form of a type differs from the output form, apart from differences in
 * referenced types.
 */
export function differsByItself(type: Type): boolean {
  let differs = false
  walkType(type, (inner) => {
    if (inner.kind === 'numeric' || inner.kind === 'array' || inner.kind === 'tuple') differs = true
    if (inner.kind === 'number' && inner.custom?.hasCodec === false) {
      differs ||= inner.custom.type.kind === 'exported'
    }
    if (inner.kind === 'string' && inner.format !== undefined) {
      const { custom, format } = inner
      differs ||= custom ? custom.type.kind !== 'string' : stringTemplates[format] !== undefined
    }
  })
  return differs
}
