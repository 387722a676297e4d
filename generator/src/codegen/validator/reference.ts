import type { JsonObject } from '../../json/types.ts'
import type { Compiler } from './compiler.ts'
import { isSchema, own, type SchemaJson } from './schema-json.ts'

export interface Reference {
  readonly ref: string
  readonly target: SchemaJson
}

/** Returns the targets of a schema's references. Omits unresolved references, which the loader reports. */
export function referencesOf(compiler: Compiler, schema: JsonObject): readonly Reference[] {
  return ['$ref', '$dynamicRef', '$recursiveRef'].flatMap((keyword): readonly Reference[] => {
    const ref = own(schema, keyword)
    if (typeof ref !== 'string') return []
    const { resolve, resolveDynamic } = compiler.resources
    const target =
      keyword === '$ref' ? resolve(ref, schema) : resolveDynamic(ref, schema, compiler.path)
    return isSchema(target) ? [{ ref, target }] : []
  })
}
