import type { JsonObject } from '../json/types.ts'

/**
 * Returns the built-in schema for the URL of a meta-schema, as text. Returns undefined for other
 * URLs. Many documents refer to OpenRPC's meta-schema, because the result of `rpc.discover` does,
 * and the reference must resolve to the same schema on every machine, even without a network. The
 * built-in schema contains only members on which clients of `rpc.discover` can rely.
 */
export function knownSchema(address: string): string | undefined {
  const found = known.find(({ pattern }) => pattern.test(address))
  return found && JSON.stringify(found.schema, undefined, 2)
}

const text = { type: 'string' }
const flag = { type: 'boolean' }
const names = { type: 'array', items: text, uniqueItems: true }

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items }
}

function mapOf(additionalProperties: JsonObject): JsonObject {
  return { type: 'object', additionalProperties }
}

function definition(name: string): JsonObject {
  return { $ref: `#/definitions/${name}` }
}

function orReference(name: string): JsonObject {
  return { anyOf: [definition(name), definition('referenceObject')] }
}

function record(required: readonly string[], properties: JsonObject): JsonObject {
  return { type: 'object', required, properties }
}

const prose = { summary: text, description: text }
const descriptors = listOf(orReference('contentDescriptorObject'))

/**
 * Definitions of the built-in meta-schema. They have the same names as in the published
 * meta-schema, so that references to the definitions resolve.
 */
const definitions = {
  referenceObject: record(['$ref'], { $ref: text }),
  JSONSchema: { title: 'JSON Schema', type: ['object', 'boolean'] },
  infoObject: record(['title', 'version'], {
    title: text,
    version: text,
    description: text,
    termsOfService: text,
    contact: record([], { name: text, email: text, url: text }),
    license: record([], { name: text, url: text }),
  }),
  externalDocumentationObject: record(['url'], { url: text, description: text }),
  serverObject: record(['url'], {
    url: text,
    name: text,
    ...prose,
    variables: mapOf(record(['default'], { default: text, description: text, enum: listOf(text) })),
  }),
  tagObject: record(['name'], {
    name: text,
    ...prose,
    externalDocs: definition('externalDocumentationObject'),
  }),
  contentDescriptorObject: record(['name', 'schema'], {
    name: text,
    ...prose,
    required: flag,
    deprecated: flag,
    schema: definition('JSONSchema'),
  }),
  errorObject: record(['code', 'message'], { code: { type: 'integer' }, message: text, data: {} }),
  exampleObject: record(['name'], { name: text, ...prose, value: {}, externalValue: text }),
  examplePairingObject: record(['name'], {
    name: text,
    ...prose,
    params: listOf(orReference('exampleObject')),
    result: orReference('exampleObject'),
  }),
  linkObject: record([], {
    name: text,
    ...prose,
    method: text,
    params: {},
    server: definition('serverObject'),
  }),
  methodObject: record(['name', 'params'], {
    name: text,
    ...prose,
    params: descriptors,
    result: orReference('contentDescriptorObject'),
    paramStructure: { type: 'string', enum: ['by-name', 'by-position', 'either'] },
    deprecated: flag,
    tags: listOf(orReference('tagObject')),
    servers: listOf(definition('serverObject')),
    errors: listOf(orReference('errorObject')),
    links: listOf(orReference('linkObject')),
    examples: listOf(orReference('examplePairingObject')),
    externalDocs: definition('externalDocumentationObject'),
  }),
}

const openrpcDocument = {
  title: 'OpenRPC document',
  ...record(['openrpc', 'info', 'methods'], {
    openrpc: text,
    info: definition('infoObject'),
    servers: listOf(definition('serverObject')),
    methods: listOf(orReference('methodObject')),
    components: record([], {
      schemas: mapOf(definition('JSONSchema')),
      contentDescriptors: mapOf(definition('contentDescriptorObject')),
      errors: mapOf(definition('errorObject')),
      examples: mapOf(definition('exampleObject')),
      examplePairings: mapOf(definition('examplePairingObject')),
      links: mapOf(definition('linkObject')),
      tags: mapOf(definition('tagObject')),
    }),
    externalDocs: definition('externalDocumentationObject'),
  }),
  definitions,
}

const jsonSchema = {
  title: 'JSON Schema',
  type: ['object', 'boolean'],
  definitions: {
    nonNegativeInteger: { type: 'integer', minimum: 0 },
    nonNegativeIntegerDefault0: { type: 'integer', minimum: 0, default: 0 },
    positiveInteger: { type: 'integer', minimum: 0 },
    simpleTypes: {
      type: 'string',
      enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'],
    },
    stringArray: names,
  },
}

interface Known {
  readonly pattern: RegExp
  readonly schema: JsonObject
}

const known: readonly Known[] = [
  {
    pattern:
      /^https?:\/\/(raw\.githubusercontent\.com\/open-rpc\/meta-schema\/.+\.json|github\.com\/open-rpc\/meta-schema\/.+\.json|(meta|spec)\.open-rpc\.org(\/|\/[\w.-]*schema[\w.-]*)?)$/i,
    schema: openrpcDocument,
  },
  {
    pattern:
      /^https?:\/\/(json-schema\.org\/(draft-0[3-7]\/schema|draft\/20\d\d-\d\d\/schema|schema)|meta\.json-schema\.tools\/?)$/i,
    schema: jsonSchema,
  },
]
