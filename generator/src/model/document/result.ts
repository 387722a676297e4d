import type { Element } from '../../openrpc/elements.ts'
import { methodOrigin, schemaOrigin } from '../names/type-origin.ts'
import { asSchema } from '../schema/reader.ts'
import { namedAfter } from '../schema/schema.ts'
import type { Result } from '../types.ts'
import { contentDescriptorOf } from './content-descriptor.ts'
import { type DocumentScope, isReferred } from './scope.ts'

/**
 * Reads the result of a method. An inline record or enum is named after the method. In a shared
 * content descriptor, the record or enum is named after the component key. Whether the result is
 * empty is determined later, after all types are read.
 */
export function resultOf(
  scope: DocumentScope,
  element: Element,
  method: { readonly typePrefix: string; readonly name: string },
): Omit<Result, 'empty'> {
  const descriptor = contentDescriptorOf(element, 'result')
  const origin = isReferred(element)
    ? schemaOrigin(descriptor.schema.place, undefined, scope.reader.prefixes)
    : methodOrigin(`${method.typePrefix}Result`, method.name)
  return {
    name: descriptor.name,
    doc: descriptor.doc,
    type: namedAfter(scope.reader, descriptor.schema, origin),
    schema: asSchema(descriptor.schema),
  }
}
