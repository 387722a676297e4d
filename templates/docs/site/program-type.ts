import { type Api, resolveType, type Type } from 'rpcloom/model'
import { code } from '../page/leaf.ts'
import type { Constraint } from './constraints.ts'
import type { SiteContext } from './context.ts'
import { typescriptOf } from './typescript.ts'

/**
 * Returns the type of a scalar, of a union of scalars or of a list of them in programs, if it differs from the type in
 * JSON: a `bigint` is sent as a string. Without a client package there is no such type.
 */
export function programType(
  context: Pick<SiteContext, 'api' | 'addresses' | 'options'>,
  type: Type,
): readonly Constraint[] {
  if (context.options.client === undefined) return []
  const found = scalarsOf(context.api, type, deepest)
  if (found === undefined || !isConverted(found)) return []
  const value = code(typescriptOf(context, found))
  return [{ label: 'in TypeScript', value, pattern: undefined }]
}

/** Maximum number of lists and unions in each other. */
const deepest = 3

/** Returns a type with its references resolved; undefined if it has objects or tuples. */
function scalarsOf(api: Api, type: Type, depth: number): Type | undefined {
  const resolved = resolveType(api, type)
  switch (resolved.kind) {
    case 'array': {
      const items = depth === 0 ? undefined : scalarsOf(api, resolved.items, depth - 1)
      return items && { ...resolved, items }
    }
    case 'union': {
      const members = resolved.members.flatMap((member) =>
        depth === 0 ? [] : (scalarsOf(api, member, depth - 1) ?? []),
      )
      return members.length === resolved.members.length ? { ...resolved, members } : undefined
    }
    case 'object':
    case 'tuple':
    case 'intersection':
      return undefined
    default:
      return resolved
  }
}

function isConverted(type: Type): boolean {
  switch (type.kind) {
    case 'array':
      return isConverted(type.items)
    case 'union':
      return type.members.some(isConverted)
    case 'numeric':
      return type.as === 'bigint' || type.encoding !== 'number'
    case 'string':
    case 'number':
      return type.custom !== undefined
    default:
      return false
  }
}
