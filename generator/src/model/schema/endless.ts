import { isEndless, type Resolve, subschemas } from '@rpcloom/schema/internal'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import { isObject } from '../../json/members.ts'
import type { Json } from '../../json/types.ts'
import type { Loaded } from '../../openrpc/loaded.ts'
import { follow } from '../reference.ts'
import type { TypeId } from '../types.ts'
import type { TypeDraft } from './reader.ts'

/** Reports types without a finite value, in which each value must contain another value of the same type. */
export function endlessTypes(
  loaded: Loaded,
  drafts: ReadonlyMap<TypeId, TypeDraft>,
): readonly Finding[] {
  const resolve = resolverOf(loaded, drafts)
  return [...drafts.values()].filter(({ schema }) => isEndless(schema.json, resolve)).map(endless)
}

/** Returns a resolver for references in the schemas of drafts, which may be in several files. */
function resolverOf(loaded: Loaded, drafts: ReadonlyMap<TypeId, TypeDraft>): Resolve {
  const files = new Map<unknown, string>()
  const note = (schema: Json, file: string): void => {
    const queue = [schema]
    for (const one of queue) {
      if (!isObject(one) || files.has(one)) continue
      files.set(one, file)
      queue.push(...subschemas(one).map((inner) => inner.schema))
    }
  }
  for (const { schema, place } of drafts.values()) note(schema.json, place.file)
  return (ref, from) => {
    const found = follow(loaded, files.get(from) ?? '', ref)
    if (found !== undefined) note(found.json, found.place.file)
    return found?.json
  }
}

function endless({ place }: TypeDraft): Finding {
  const message =
    'No finite value is valid: every value must contain another value of the same schema.'
  return { code: 'RL306', message, place }
}
