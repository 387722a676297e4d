import type { TypeUse } from '../codegen/scaffold.ts'
import { type Edit, splice } from './edit.ts'
import { followImports, type Need } from './imports.ts'
import { identifiersIn } from './nodes.ts'
import { type Source } from './sources.ts'
import { renamed } from './type-words.ts'

/** Pending edits of a source file and its imports. */
export interface Draft {
  readonly source: Source
  readonly edit: (edit: Edit) => void
  /** Returns the source text of a type with the local names that the file uses. Missing imports are added. */
  readonly typeText: (use: TypeUse) => string
  /** Returns the local name of an imported value. A missing import is added. */
  readonly value: (module: string, name: string) => string
  /** Removes the imports of these local names, except for names that are still used. */
  readonly release: (names: Iterable<string>) => void
  /** Removes the imports of names that a module no longer exports. */
  readonly forget: (module: string, names: Iterable<string>) => void
  readonly isTouched: () => boolean
  /** Returns the text of the file with all edits and updated imports. */
  readonly finish: () => string
}

export function openDraft(source: Source): Draft {
  const edits: Edit[] = []
  const needs = new Map<string, Need>()
  const released = new Set<string>()
  const forgotten = new Set<string>()
  let taken: Set<string> | undefined

  const localOf = (module: string, name: string, type: boolean): string => {
    const key = `${module}#${name}#${type}`
    const need = needs.get(key)
    if (need !== undefined) return need.local
    for (const [local, imported] of source.imports) {
      if (imported.module !== module || imported.name !== name) continue
      if (type || !imported.type) return local
    }
    const space = namespaceOf(source, module, type)
    if (space !== undefined) return `${space}.${name}`
    taken ??= new Set(identifiersIn(source.tree))
    let local = name
    while (taken.has(local)) local += '_'
    taken.add(local)
    needs.set(key, { module, name, local, type })
    return local
  }

  return {
    source,
    edit: (edit) => void edits.push(edit),
    typeText({ text, names }) {
      const locals = names.map(({ module, name }) => [name, localOf(module, name, true)] as const)
      return renamed(text, new Map(locals))
    },
    value: (module, name) => localOf(module, name, false),
    release(names) {
      for (const name of names) released.add(name)
    },
    forget(module, names) {
      const gone = new Set(names)
      for (const [local, imported] of source.imports) {
        if (imported.module === module && gone.has(imported.name)) forgotten.add(local)
      }
    },
    isTouched: () => edits.length > 0 || needs.size > 0 || forgotten.size > 0,
    finish() {
      const text = splice(source.text, edits)
      return followImports({
        path: source.path,
        text,
        needs: [...needs.values()],
        released,
        forgotten,
      })
    },
  }
}

/** Returns the local name `api` if a file imports a module only as `import * as api`. */
function namespaceOf({ imports }: Source, module: string, type: boolean): string | undefined {
  const ofModule = [...imports].filter(([, imported]) => imported.module === module)
  if (ofModule.some(([, { name }]) => name !== '*')) return undefined
  return ofModule.find(([, imported]) => type || !imported.type)?.[0]
}
