import { gather } from '../json/gather.ts'
import { sections } from '../openrpc/grammar.ts'
import { child, isObject, tokensOf } from '../json/pointer.ts'
import type { Loaded } from '../openrpc/loaded.ts'
import type { Json, Place } from '../json/types.ts'
import { valuesIn } from './reading.ts'

interface Use {
  readonly place: Place
  readonly ref: string
}

/** Returns components that neither methods nor used components refer to. */
export function unusedComponents(loaded: Loaded): readonly Place[] {
  const documents = new Map(loaded.documents.map(({ file, json }) => [file, json]))
  const uses = [...loaded.files.values()].flatMap(({ path, json }) => usesIn(path, json))
  const byOwner = gather(uses.map((use) => [ownerOf(use.place, documents) ?? '', use] as const))
  const used = new Set<string>()
  const open = ['']
  for (let owner = open.pop(); owner !== undefined; owner = open.pop()) {
    for (const { place, ref } of byOwner.get(owner) ?? []) {
      for (const key of targetsOf(place, ref)) {
        if (used.has(key)) continue
        used.add(key)
        open.push(key)
      }
    }
  }
  return [...documents].flatMap(([file, json]) =>
    componentsOf(json).flatMap((pointer) =>
      used.has(`${file}#${pointer}`) ? [] : [{ file, pointer }],
    ),
  )

  /** Returns the target of a reference. If the target is another reference, also returns the final target. */
  function targetsOf({ file }: Place, ref: string): readonly string[] {
    const target = loaded.resolve(file, ref)
    const named = ref.startsWith('#') ? [{ file, pointer: ref.slice(1) }] : []
    return [...named, ...(target === undefined ? [] : [target.place])].flatMap((place) => {
      const owner = ownerOf(place, documents)
      return owner === undefined ? [] : [owner]
    })
  }
}

/** Returns the component that contains a location, as `file#pointer`. */
function ownerOf(
  { file, pointer }: Place,
  documents: ReadonlyMap<string, Json>,
): string | undefined {
  const [top, section, key] = tokensOf(pointer)
  if (top !== 'components' || section === undefined || key === undefined) return undefined
  if (!documents.has(file) || !Object.hasOwn(sections, section)) return undefined
  return `${file}#${child(child('/components', section), key)}`
}

function componentsOf(document: Json): readonly string[] {
  const components = isObject(document) ? document['components'] : undefined
  if (!isObject(components)) return []
  return Object.keys(sections).flatMap((section) => {
    const given = components[section]
    const at = child('/components', section)
    return isObject(given) ? Object.keys(given).map((key) => child(at, key)) : []
  })
}

/**
 * Returns every `$ref` and every other string that looks like a reference, such as those in the `mapping` of
 * discriminators.
 */
function usesIn(file: string, root: Json): readonly Use[] {
  return [...valuesIn(root)].flatMap(([pointer, json]) => {
    const isUse =
      typeof json === 'string' && (pointer.endsWith('/$ref') || json.startsWith('#/components/'))
    return isUse ? [{ place: { file, pointer }, ref: json }] : []
  })
}
