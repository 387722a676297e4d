import { lookup, type TypeId } from 'rpcloom/model'
import { codeLink, type Leaf } from '../page/leaf.ts'
import type { MethodUse } from './catalogue.ts'
import type { SiteContext } from './context.ts'

export interface UseRow {
  readonly term: string
  readonly links: readonly Leaf[]
}

const terms: Readonly<Record<MethodUse['as'], string>> = {
  params: 'In params of',
  result: 'In results of',
  error: 'In errors of',
  subscription: 'In notifications of',
}

export function usesOf({ api, addresses, catalogue }: SiteContext, id: TypeId): readonly UseRow[] {
  const uses = catalogue.usesOf(id)
  const byKind = (['params', 'result', 'error', 'subscription'] as const).map((as) => ({
    term: terms[as],
    links: uses
      .filter((use) => use.as === as)
      .map(({ method }) => codeLink(addresses.method(method), method.name)),
  }))
  const parents = catalogue.parentsOf(id).flatMap((parent) => {
    const to = addresses.type(parent)
    return to === undefined ? [] : [codeLink(to, lookup(api, parent).name)]
  })
  return [...byKind, { term: 'In schemas', links: parents }].filter(({ links }) => links.length > 0)
}
