import { type Api, lookup, type Method, type Type, walkType } from 'rpcloom/model'

/** Maximum number of result fields in the search index, with precedence for outer fields. */
const most = 28
const deepest = 3

export function searchWords(api: Api, method: Method): readonly string[] {
  const { params, result, tags, subscription } = method
  const topics = subscription?.topics.map(({ name }) => name) ?? []
  const words = new Set([...params.map(({ name }) => name), ...tags, ...topics])
  let level: readonly Type[] = result === undefined ? [] : [result.type]
  for (let depth = 0; depth < deepest && words.size < most; depth++) {
    const next: Type[] = []
    for (const type of level) {
      walkType(type, (inner) => {
        if (inner.kind === 'ref') next.push(lookup(api, inner.to).type)
        if (inner.kind !== 'object') return
        for (const { name } of inner.properties) if (words.size < most) words.add(name)
      })
    }
    level = next
  }
  return [...words]
}
