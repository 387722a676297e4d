import { gather } from 'rpcloom/codegen'
import type { NamedType } from 'rpcloom/model'
import type { Target } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import type { Near } from './catalogue.ts'
import type { SiteContext } from './context.ts'

/** Link targets of the names of methods and schemas, as they are written in prose. */
export interface NameTargets {
  readonly names: ReadonlySet<string>
  /**
   * Returns the page of a name: of the document of the page first, or else of the only document that has it. Returns
   * undefined if several other documents have it, because the prose does not say which one is meant.
   */
  readonly find: (name: string, near: Near) => Target | undefined
}

export function openNameTargets({ api, addresses, catalogue }: SiteContext): NameTargets {
  const types = gather([...api.types.values()].map((named) => [named.name, named] as const))
  const methods = api.groups.flatMap((group) => group.methods.map(({ name }) => name))
  const typeNamed = (name: string, { file }: Near): NamedType | undefined => {
    const all = types.get(name) ?? []
    const [only, second] = all
    return all.find(({ place }) => place.file === file) ?? (second === undefined ? only : undefined)
  }
  return {
    names: new Set([...types.keys(), ...methods]),
    find(name, near) {
      const [member, second] = catalogue.methods(name, near)
      if (second !== undefined) return undefined
      if (member !== undefined) return addresses.method(member.method)
      const named = typeNamed(name, near)
      return named && addresses.type(named.id)
    },
  }
}

/** Returns the document and group whose names are meant on a page. */
export function nearOf({ file, group }: Page): Near {
  return { file, key: group }
}
