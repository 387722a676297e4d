import type { OpenRpcParam } from '@rpcloom/rpc/internal'
import { looksLikeSchema } from '@rpcloom/schema/internal'
import type { Element } from '../../openrpc/elements.ts'
import { docOf, schemaDoc } from '../doc.ts'
import { extensionsOf, flagOf, own, stringOf } from '../../json/members.ts'
import { camel } from '../names/identifiers.ts'
import { choose, exactScope } from '../names/name-book.ts'
import { reservedWords, runtimeArguments } from '../names/reserved.ts'
import { below, type Located } from '../../json/place.ts'
import { isDescriptor } from '../reference.ts'
import { asSchema } from '../schema/reader.ts'
import { isSecret } from '../schema/secret.ts'
import type { Doc, Param } from '../types.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import { type DocumentScope, isReferred } from './scope.ts'

/** A content descriptor with its references resolved. */
export interface ContentDescriptor {
  /** Place of the descriptor, relative to which its references are resolved. */
  readonly place: Place
  readonly json: JsonObject
  readonly name: string
  readonly schema: Located<Json | undefined>
  readonly doc: Doc
}

/**
 * Reads a content descriptor. A schema instead of a content descriptor is also accepted. If the
 * schema is a referenced component, its key is used as the name, otherwise `fallback`.
 */
export function contentDescriptorOf(element: Element, fallback: string): ContentDescriptor {
  const place = { file: element.file, pointer: element.pointer }
  const { json } = element
  const isSchema = !isDescriptor(json) && own(json, 'schema') === undefined && looksLikeSchema(json)
  const schema = isSchema
    ? { place, json }
    : { place: below(place, 'schema'), json: own(json, 'schema') }
  const key = isReferred(element) ? element.pointer.split('/').at(-1) : undefined
  const name = stringOf(json, 'name') ?? (isSchema ? key : undefined) ?? fallback
  const doc = docOf(json)
  const description = doc.description ?? doc.summary ?? schemaDoc(schema.json ?? null).description
  return {
    place,
    json,
    name,
    schema,
    doc: description === undefined || doc.summary !== undefined ? doc : { ...doc, description },
  }
}

/** Returns the params of a method or of a subscription topic, in order. */
export function paramsOf(
  scope: DocumentScope,
  read: readonly OpenRpcParam<Element>[],
): readonly { readonly param: Param; readonly descriptor: ContentDescriptor }[] {
  const descriptors = read.map((param) => contentDescriptorOf(param, param.name))
  const names = exactScope()
  const identifiers = exactScope()
  const lastRequired = read.findLastIndex(({ required }) => required)
  return descriptors.map((descriptor, index) => {
    const required = read[index]?.required === true
    // Duplicate names were already reported as an error. Distinct names keep calls by position
    // possible.
    const { name } = choose(names, plainName(descriptor.name))
    const chosen = choose(identifiers, identifierName(descriptor.name))
    if (chosen.name !== name) reportName(scope, descriptor, chosen)
    const { schema } = descriptor
    const secret = flagOf(descriptor.json, 'x-secret') || isSecret(scope.reader.loaded, schema)
    const param: Param = {
      name,
      identifier: chosen.name,
      required,
      omittable: index > lastRequired,
      doc: descriptor.doc,
      type: scope.reader.inline(schema),
      schema: asSchema(schema),
      secret,
      extensions: extensionsOf(descriptor.json),
    }
    return { param, descriptor }
  })
}

function plainName(name: string): Parameters<typeof choose>[1] {
  return { candidates: [name], fallback: 'param', suffix: '', reserved: () => false }
}

function identifierName(name: string): Parameters<typeof choose>[1] {
  return {
    candidates: [camel(name)],
    fallback: 'param',
    suffix: 'Param',
    reserved: (word) => reservedWords.has(word) || runtimeArguments.has(word),
  }
}

function reportName(
  scope: DocumentScope,
  descriptor: ContentDescriptor,
  chosen: { readonly name: string; readonly reason?: string },
): void {
  scope.entries.push({
    kind: 'param',
    ...descriptor.place,
    scope: scope.group,
    name: chosen.name,
    origin: `param \`${descriptor.name}\``,
    ...(chosen.reason === undefined ? {} : { reason: chosen.reason }),
  })
}
