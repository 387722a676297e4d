import { typesReached } from 'rpcloom/codegen'
import type { Api, TypeId } from 'rpcloom/model'

export function openTypeEntries(api: Api): (id: TypeId) => readonly string[] {
  const entries = new Map<TypeId, string[]>()
  for (const { slug, file } of api.groups) {
    const own = api.modules.find((module) => module.file === file)
    for (const id of own?.types ?? []) entries.set(id, [slug])
  }
  for (const group of api.groups) {
    for (const id of typesReached(api, group)) {
      const known = entries.get(id) ?? []
      if (!known.includes(group.slug)) entries.set(id, [...known, group.slug])
    }
  }
  return (id) => entries.get(id) ?? []
}
