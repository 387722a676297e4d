import { checkSchema } from '@rpcloom/schema'
import { mapReferences } from '../json/map.ts'
import type { Json } from '../json/types.ts'
import type { Resolve } from './elements.ts'

/** Maximum number of issues reported for a value, so that other problems remain visible. */
const maxIssues = 5

export interface ValueIssue {
  /** Pointer to the invalid location inside the value. */
  readonly pointer: string
  readonly message: string
}

/** Validates a value against a schema. References in the schema are relative to `file`. */
export function checkValue(question: {
  readonly file: string
  readonly schema: Json
  readonly value: Json
  readonly resolve: Resolve
}): readonly ValueIssue[] {
  const { file, schema, value, resolve } = question
  const targets = targetsOf(resolve)
  const seek = (ref: string): Json | undefined => {
    const known = targets.get(ref)
    if (known !== undefined) return known
    const [from = '', local = ''] = ref.split(separator)
    const found = resolve(from, local)
    // An unresolved reference was already reported and allows every value here.
    const target = found === undefined ? true : rebase(found.place.file, found.json)
    targets.set(ref, target)
    return target
  }
  const { formats } = resolve
  const seekWithFormats = Object.assign(seek, formats && { formats })
  return checkSchema(rebase(file, schema), value, { resolve: seekWithFormats, maxIssues })
}

/**
 * Separates the file and the reference when both are combined in one string. The validator passes
 * references only as strings, but a reference can only be resolved together with its file.
 */
const separator = '\n'

const targetsByResolve = new WeakMap<Resolve, Map<string, Json>>()

function targetsOf(resolve: Resolve): Map<string, Json> {
  const known = targetsByResolve.get(resolve)
  if (known !== undefined) return known
  const targets = new Map<string, Json>()
  targetsByResolve.set(resolve, targets)
  return targets
}

function rebase(file: string, json: Json): Json {
  return mapReferences(json, (ref) => `${file}${separator}${ref}`)
}
