import { type Api, resolveType, type Type } from 'rpcloom/model'
import { cachedByApi } from 'rpcloom/codegen'

export function moduleTitle(api: Api, module: string): string {
  const title = groupTitles(api).get(module)
  if (title !== undefined) return title
  const words = module.split('/').slice(-1).join(' ').replace(/-/g, ' ')
  return `Shared ${words}`
}

const groupTitles = cachedByApi(
  ({ groups }) => new Map(groups.map(({ slug, title }) => [slug, title] as const)),
)

export function moduleId(module: string): string {
  return `module-${module.replace(/[^A-Za-z0-9]+/g, '-')}`
}

export function sortOf(api: Api, type: Type): string {
  const resolved = resolveType(api, type)
  if (resolved.kind === 'union') {
    const { discriminator } = resolved
    return discriminator === undefined ? 'One of several' : `One of several, by ${discriminator}`
  }
  const words: Readonly<Partial<Record<Type['kind'], string>>> = {
    object: 'Object',
    array: 'List',
    tuple: 'Tuple',
    enum: 'Enumeration',
    intersection: 'Combined object',
    string: 'String',
    numeric: 'Number',
    number: 'Number',
    boolean: 'Boolean',
    literal: 'Constant',
    null: 'Null',
  }
  return words[resolved.kind] ?? 'Any value'
}
