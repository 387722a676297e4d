import type { JsonObject } from '../../model/types.ts'
import { isArray, isObject } from '../pointer.ts'
import { type Extensions, extensionsOf } from './extensions.ts'
import {
  among,
  anything,
  type Fits,
  flag,
  integer,
  list,
  mapOf,
  object,
  type ObjectFit,
  once,
  text,
  uri,
  uriReference,
  word,
} from './fits.ts'
import { schema } from './schema.ts'

/**
 * Whether a document certainly fits the published meta-schema; where it does not say so, the meta-schema's
 * validator has to be asked, and to build that takes longer than all other checks together. The tables say
 * less than the meta-schema allows, never more, to which `test/load/fit.test.ts` holds them.
 */
export function fitsMetaSchema(document: JsonObject): boolean {
  const declared = document['x-extensions']
  if (declared === undefined) return plain(document)
  // A run before this one in the process may have found the same extensions.
  if (!isArray(declared)) return false
  const known = byExtensions.get(declared)
  if (known !== undefined) return known(document)
  const extensions = extensionsOf(declared)
  const fits = extensions === undefined ? () => false : documentFit(extensions)
  byExtensions.set(declared, fits)
  return fits(document)
}

const byExtensions = new WeakMap<object, Fits>()

/** Versions that the meta-schemas name. */
const version: Fits = (value) =>
  typeof value === 'string' &&
  /^1\.(?:4\.\d+|3\.[0-2]|2\.[0-6]|1\.(?:\d|1[0-2])|0\.0(?:-rc[01])?)$/.test(value)

const externalDocs = object({ members: { description: text, url: uri }, required: ['url'] })

const variable = object({
  members: { default: text, description: text, enum: list(text) },
  required: ['default'],
  others: 'any',
})

function documentFit(extensions: Extensions): Fits {
  const extensible = (name: string, fit: ObjectFit): Fits =>
    object({ ...fit, members: { ...fit.members, ...extensions[name] } })
  const objects = methodFit(extensible)
  return object({
    members: {
      openrpc: version,
      // Looked at by `extensionsOf`.
      'x-extensions': anything,
      info: infoFit(extensible),
      externalDocs,
      servers: list(objects.server),
      methods: list(orReference(objects.method)),
      components: object({ members: objects.components, others: 'any' }),
      $schema: text,
    },
    required: ['openrpc', 'info', 'methods'],
  })
}

type Extensible = (name: string, fit: ObjectFit) => Fits

function infoFit(extensible: Extensible): Fits {
  const contact = { name: text, email: text, url: text }
  return extensible('infoObject', {
    members: {
      title: text,
      description: text,
      termsOfService: uri,
      version: text,
      contact: extensible('contactObject', { members: contact }),
      license: extensible('licenseObject', { members: { name: text, url: text } }),
    },
    required: ['title', 'version'],
  })
}

interface MethodFit {
  readonly method: Fits
  readonly server: Fits
  readonly components: Readonly<Record<string, Fits>>
}

function methodFit(extensible: Extensible): MethodFit {
  const prose = { description: text, summary: text }
  const server = extensible('serverObject', {
    members: { ...prose, url: uri, name: text, variables: mapOf(variable) },
    required: ['url'],
  })
  const descriptor = extensible('contentDescriptorObject', {
    members: { ...prose, name: word, schema, required: flag, deprecated: flag },
    required: ['name', 'schema'],
  })
  const error = extensible('errorObject', {
    members: { code: integer, message: text, data: anything },
    required: ['code', 'message'],
    others: 'none',
  })
  const tag = extensible('tagObject', {
    members: { name: word, description: text, externalDocs },
    required: ['name'],
  })
  const link = extensible('linkObject', {
    members: { ...prose, name: word, method: text, params: anything, server },
  })
  const example = object({
    members: { ...prose, name: word, value: anything },
    required: ['name', 'value'],
  })
  const pairing = object({
    members: {
      ...prose,
      name: word,
      params: list(orReference(example)),
      result: orReference(example),
    },
    required: ['name', 'params'],
  })
  const method = extensible('methodObject', {
    members: {
      ...prose,
      name: word,
      servers: list(server),
      tags: list(orReference(tag)),
      paramStructure: among('by-position', 'by-name', 'either'),
      params: list(orReference(descriptor)),
      result: orReference(descriptor),
      errors: list(orReference(error)),
      links: list(orReference(link)),
      examples: list(orReference(pairing)),
      deprecated: flag,
      externalDocs,
    },
    required: ['name', 'params'],
  })
  return {
    server,
    method: once(method),
    components: {
      schemas: mapOf(schema),
      links: mapOf(link),
      errors: mapOf(error),
      examples: mapOf(example),
      examplePairings: mapOf(pairing),
      contentDescriptors: mapOf(descriptor),
      tags: mapOf(tag),
    },
  }
}

const plain = documentFit({})

const reference = object({
  members: { $ref: uriReference },
  required: ['$ref'],
  others: 'none',
})

/** Exactly one of both has to fit: nothing else in these tables holds a member `$ref` beside what it needs. */
function orReference(fits: Fits): Fits {
  return (value) =>
    isObject(value) && Object.hasOwn(value, '$ref') ? reference(value) : fits(value)
}
