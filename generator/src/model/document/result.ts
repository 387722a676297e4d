import { own } from '../../json/members.ts'
import type { Element } from '../../openrpc/elements.ts'
import { methodOrigin, schemaOrigin } from '../names/type-origin.ts'
import { asSchema } from '../schema/reader.ts'
import { namedAfter } from '../schema/schema.ts'
import type { Param, Result } from '../types.ts'
import { casesOf } from './cases.ts'
import { type ContentDescriptor, contentDescriptorOf } from './content-descriptor.ts'
import { type DocumentScope, isReferred } from './scope.ts'

/**
 * Reads the result of a method. An inline record or enum is named after the method. In a shared
 * content descriptor, the record or enum is named after the component key. Whether the result is
 * empty is determined later, after all types are read.
 */
export function resultOf(
  scope: DocumentScope,
  element: Element,
  method: {
    readonly typePrefix: string
    readonly name: string
    readonly params: readonly Param[]
  },
): Omit<Result, 'empty'> {
  const descriptor = contentDescriptorOf(element, 'result')
  if (Object.keys(element.json).length === 0) return emptyResult(descriptor)
  const cases = casesOf(scope, descriptor.schema, method.params)
  const origin = isReferred(element)
    ? schemaOrigin(descriptor.schema.place, undefined, scope.reader.prefixes)
    : methodOrigin(`${method.typePrefix}Result`, method.name)
  return {
    name: descriptor.name,
    doc: descriptor.doc,
    type: namedAfter(scope.reader, descriptor.schema, origin),
    schema: asSchema(descriptor.schema),
    // The specification's default of false is not meant for results.
    ...(own(descriptor.json, 'required') === false && { optional: true }),
    ...(cases.length > 0 && { cases }),
  }
}

/** Returns the result of `result: {}`, by which documents say that a request has no result. */
function emptyResult({ name, doc, place }: ContentDescriptor): Omit<Result, 'empty'> {
  const type = { kind: 'object', properties: [], additional: false } as const
  return { name, doc, type, schema: { place, json: true } }
}
