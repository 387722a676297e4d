/**
 * The objects of OpenRPC 1.x as a table: which members each has, of what type, and which must be there.
 * One table for all versions: 1.4 has the fields of 1.0 and more.
 */

import type { Json } from '../model/types.ts'
import { isObject } from './pointer.ts'

/** The kinds of object that the specification names; `schema` and `loose` have rules of their own. */
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
  | 'subscriptionKind'
  | 'extension'

/**
 * What may stand somewhere. `loose`: anything, inside which only references matter; `idle`: the same where
 * the specification gives it no meaning, so that not even they matter much.
 */
export type Kind = ObjectKind | 'schema' | 'loose' | 'idle'

export type Primitive = 'string' | 'boolean' | 'integer' | 'strings' | 'any'

export type Member =
  | Primitive
  | { readonly one: Kind }
  | { readonly list: Kind }
  | { readonly map: Kind }
  | { readonly among: readonly string[] }

/** What a string has to be, by the published meta-schema, apart from a string. */
export type TextForm = 'name' | 'uri'

export interface ObjectRule {
  /** As messages call it. */
  readonly title: string
  readonly members: Readonly<Record<string, Member>>
  readonly required: readonly string[]
  /** Of those, the ones without which nothing can be generated, and whose wrong type is an error too. */
  readonly essential: readonly string[]
  /** Whether undeclared members are the document's own business. */
  readonly open?: true
  /** Whether even an extension has to be declared, in the document's `x-extensions`. */
  readonly closed?: true
  readonly forms?: Readonly<Record<string, TextForm>>
}

const docs = { description: 'string', summary: 'string' } as const

export const grammar: Readonly<Record<ObjectKind, ObjectRule>> = {
  document: {
    title: 'the document',
    // The version has a check of its own.
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
    // A call by name needs it, and that is checked with the method.
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
    members: { kinds: { list: 'subscriptionKind' } },
    required: [],
    essential: [],
    open: true,
  },
  subscriptionKind: {
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

/** Kinds in whose place the published meta-schema knows a reference. */
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
 * Whether a member has the name of an extension that is known here and nothing of its form: somebody
 * else's, which the model leaves out and says so.
 */
export function isForeign(name: string, value: Json): boolean {
  return name === 'x-subscription' && !(isObject(value) && Object.hasOwn(value, 'notification'))
}

/** Kinds that nothing else is built from: one that cannot be read is left out. */
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
  'subscriptionKind',
  'extension',
])

/** What the sections of `components`, and of shared files shaped like them, hold. */
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

/** What a kind is called in a message. */
export function titleOf(kind: Kind): string {
  if (kind === 'schema') return 'a schema'
  if (kind === 'loose' || kind === 'idle') return 'a value'
  return grammar[kind].title
}
