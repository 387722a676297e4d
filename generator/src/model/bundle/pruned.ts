import { componentAt, componentOf, keyOf, refsIn } from '@rpcloom/rpc/internal'
import { isObject } from '../../json/members.ts'
import type { Json, JsonObject } from '../../json/types.ts'

/** Returns the document without unused components. */
export function prunedComponents(document: JsonObject): JsonObject {
  const { components, ...rest } = document
  if (!isObject(components)) return document
  const reached = new Set<string>()
  const open: (Json | undefined)[] = [rest]
  while (open.length > 0) {
    for (const ref of refsIn(open.pop())) {
      const component = componentOf(ref)
      if (!component || reached.has(keyOf(component))) continue
      reached.add(keyOf(component))
      open.push(componentAt(document, component))
    }
  }
  const sections = Object.entries(components).map(([section, members]) => {
    const all = isObject(members) ? Object.entries(members) : []
    const kept = all.filter(([name]) => reached.has(keyOf({ section, name })))
    return [section, Object.fromEntries(kept)] as const
  })
  return { ...rest, components: Object.fromEntries(sections) }
}
