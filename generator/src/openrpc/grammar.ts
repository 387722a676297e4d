/**
 * The objects of OpenRPC 1.x as a table: their members, the types of the members, and required
 * members. OpenRPC 1.4 only adds members to OpenRPC 1.0, so a single table serves all versions.
 */

import type { Json } from '../json/types.ts'
import { isObject } from '../json/pointer.ts'

/**
 * The kinds of objects in the specification. Schemas are not included, because they have their own
 * rules.
 */
export type ObjectKind =
  | 'document'
  | 'info'
  | 'contact'
  | 'license'
  | 'server'
  | 'serverVariable'
  | 'externalDocs'
  | 'method'
  | 'contentDescriptor'
  | 'error'
  | 'tag'
  | 'link'
  | 'example'
  | 'examplePairing'
  | 'components'
  | 'subscription'
  | 'subscriptionTopic'
  | 'extension'

/**
 * The kind of a value. The structure of a `loose` value is not checked, only its references are. An
 * `opaque` value has no meaning in the specification, and unresolved references in it only lead to
 * warnings.
 */
export type Kind = ObjectKind | 'schema' | 'loose' | 'opaque'

export type Primitive = 'string' | 'boolean' | 'integer' | 'strings' | 'any'

export type Member =
  | Primitive
  | { readonly one: Kind }
  | { readonly list: Kind }
  | { readonly map: Kind }
  | { readonly among: readonly string[] }

/** String formats that the published meta-schema requires. */
export type TextForm = 'name' | 'uri'

export interface ObjectRule {
  /** Name of the kind in messages. */
  readonly title: string
  readonly members: Readonly<Record<string, Member>>
  readonly required: readonly string[]
  /** Members that generation needs. A missing or malformed essential member is an error. */
  readonly essential: readonly string[]
  /** Whether members that are not in the table are allowed. */
  readonly open?: true
  /** Whether extensions must be declared in the document's `x-extensions`. */
  readonly closed?: true
  readonly forms?: Readonly<Record<string, TextForm>>
}

const docs = { description: 'string', summary: 'string' } as const

export const grammar: Readonly<Record<ObjectKind, ObjectRule>> = {
  document: {
    title: 'the document',
    // The value of `openrpc` is checked separately.
    members: {
      openrpc: 'any',
      $schema: 'string',
      info: { one: 'info' },
      externalDocs: { one: 'externalDocs' },
      servers: { list: 'server' },
      methods: { list: 'method' },
      components: { one: 'components' },
      'x-extensions': { list: 'extension' },
    },
    required: ['info', 'methods'],
    essential: ['methods'],
  },
  info: {
    title: 'an info object',
    members: {
      title: 'string',
      description: 'string',
      termsOfService: 'string',
      version: 'string',
      contact: { one: 'contact' },
      license: { one: 'license' },
    },
    required: ['title', 'version'],
    essential: [],
    forms: { termsOfService: 'uri' },
  },
  contact: {
    title: 'a contact object',
    members: { name: 'string', email: 'string', url: 'string' },
    required: [],
    essential: [],
  },
  license: {
    title: 'a license object',
    members: { name: 'string', url: 'string' },
    required: [],
    essential: [],
  },
  server: {
    title: 'a server',
    members: { ...docs, name: 'string', url: 'string', variables: { map: 'serverVariable' } },
    required: ['url'],
    essential: [],
  },
  serverVariable: {
    title: 'a server variable',
    members: { default: 'string', description: 'string', enum: 'strings' },
    required: ['default'],
    essential: [],
    open: true,
  },
  externalDocs: {
    title: 'an external documentation object',
    members: { url: 'string', description: 'string' },
    required: ['url'],
    essential: [],
    forms: { url: 'uri' },
  },
  method: {
    title: 'a method',
    members: {
      ...docs,
      name: 'string',
      deprecated: 'boolean',
      paramStructure: { among: ['by-name', 'by-position', 'either'] },
      params: { list: 'contentDescriptor' },
      result: { one: 'contentDescriptor' },
      errors: { list: 'error' },
      examples: { list: 'examplePairing' },
      links: { list: 'link' },
      tags: { list: 'tag' },
      servers: { list: 'server' },
      externalDocs: { one: 'externalDocs' },
      'x-params': { one: 'schema' },
      'x-subscription': { one: 'subscription' },
    },
    required: ['name', 'params'],
    essential: ['name'],
  },
  contentDescriptor: {
    title: 'a content descriptor',
    members: {
      ...docs,
      name: 'string',
      schema: { one: 'schema' },
      required: 'boolean',
      deprecated: 'boolean',
    },
    required: ['name', 'schema'],
    // Nothing is essential here: a missing name is reported with the method, because calls by
    // position need no param name.
    essential: [],
    forms: { name: 'name' },
  },
  error: {
    title: 'an error',
    members: { code: 'integer', message: 'string', data: { one: 'loose' } },
    required: ['code', 'message'],
    essential: [],
    closed: true,
  },
  tag: {
    title: 'a tag',
    members: { ...docs, name: 'string', externalDocs: { one: 'externalDocs' } },
    required: ['name'],
    essential: [],
    forms: { name: 'name' },
  },
  link: {
    title: 'a link',
    members: {
      ...docs,
      name: 'string',
      method: 'string',
      params: 'any',
      server: { one: 'server' },
    },
    required: [],
    essential: [],
    forms: { name: 'name' },
  },
  example: {
    title: 'an example',
    members: { ...docs, name: 'string', value: 'any', externalValue: 'string' },
    required: ['name', 'value'],
    essential: [],
    open: true,
    forms: { name: 'name' },
  },
  examplePairing: {
    title: 'an example pairing',
    members: { ...docs, name: 'string', params: { list: 'example' }, result: { one: 'example' } },
    required: ['name', 'params'],
    essential: [],
    open: true,
    forms: { name: 'name' },
  },
  components: {
    title: 'the components',
    members: {
      schemas: { map: 'schema' },
      contentDescriptors: { map: 'contentDescriptor' },
      errors: { map: 'error' },
      links: { map: 'link' },
      tags: { map: 'tag' },
      examples: { map: 'example' },
      examplePairings: { map: 'examplePairing' },
      examplePairingObjects: { map: 'examplePairing' },
    },
    required: [],
    essential: [],
    open: true,
  },
  subscription: {
    title: 'a subscription',
    members: { kinds: { list: 'subscriptionTopic' } },
    required: [],
    essential: [],
    open: true,
  },
  subscriptionTopic: {
    title: 'a subscription kind',
    members: {
      name: 'string',
      summary: 'string',
      params: { list: 'contentDescriptor' },
      payload: { one: 'schema' },
    },
    required: ['name'],
    essential: [],
    open: true,
  },
  extension: {
    title: 'an extension',
    members: {
      ...docs,
      openrpcExtension: { among: ['0.0.0-development'] },
      name: 'string',
      version: 'string',
      required: 'boolean',
      restricted: 'strings',
      schema: 'any',
      externalDocumentation: { one: 'externalDocs' },
    },
    required: ['openrpcExtension', 'name', 'version', 'schema'],
    essential: [],
    open: true,
  },
}

/** Kinds of objects for which the published meta-schema also allows a reference. */
export const referable: ReadonlySet<Kind> = new Set([
  'method',
  'contentDescriptor',
  'error',
  'tag',
  'link',
  'example',
  'examplePairing',
])

/**
 * Whether a member has the name of a known extension but another form. Such a member belongs to
 * another tool. The model ignores it with a warning.
 */
export function isForeign(name: string, value: Json): boolean {
  return name === 'x-subscription' && !(isObject(value) && Object.hasOwn(value, 'notification'))
}

/**
 * Whether null is not a valid value of a member, so that null must mean that the member is omitted.
 */
export function isAbsentAsNull(member: Member): boolean {
  if (typeof member === 'string') return member !== 'any'
  return !('one' in member && ['schema', 'loose', 'opaque'].includes(member.one))
}

/** Kinds of objects that nothing else depends on. Invalid objects of these kinds are dropped. */
export const dispensable: ReadonlySet<Kind> = new Set([
  'info',
  'contact',
  'license',
  'server',
  'serverVariable',
  'externalDocs',
  'error',
  'tag',
  'link',
  'example',
  'examplePairing',
  'subscription',
  'subscriptionTopic',
  'extension',
])

/**
 * The kind of the objects in each section of `components`. Files of shared components have the same
 * sections.
 */
export const sections: Readonly<Record<string, Kind>> = {
  schemas: 'schema',
  contentDescriptors: 'contentDescriptor',
  errors: 'error',
  links: 'link',
  tags: 'tag',
  examples: 'example',
  examplePairings: 'examplePairing',
  examplePairingObjects: 'examplePairing',
}

export function titleOf(kind: Kind): string {
  if (kind === 'schema') return 'a schema'
  if (kind === 'loose' || kind === 'opaque') return 'a value'
  return grammar[kind].title
}
