// Makes an OpenRPC document of the Language Server Protocol: `node lsp.mjs metaModel.json > lsp.openrpc.json`.
// The meta model is published with the protocol's specification.
import { documentOf, main, refTo } from './document.mjs'

const sides = {
  clientToServer: ['server'],
  serverToClient: ['client'],
  both: ['server', 'client'],
}

function methodOf({ method, messageDirection, params, result, documentation, deprecated }) {
  return {
    name: method,
    ...textOf({ documentation, deprecated }),
    'x-implemented-by': sides[messageDirection],
    params: [],
    ...(params && { 'x-params': Array.isArray(params) ? tuple(params) : schemaOf(params) }),
    ...(result && { result: { name: 'result', schema: schemaOf(result) } }),
  }
}

const bases = {
  URI: { type: 'string', format: 'uri' },
  DocumentUri: { type: 'string', format: 'uri' },
  integer: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  uinteger: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
  decimal: { type: 'number' },
  RegExp: { type: 'string' },
}

function schemaOf(type) {
  switch (type.kind) {
    case 'base':
      return bases[type.name] ?? { type: type.name }
    case 'reference':
      return refTo(type.name)
    case 'array':
      return { type: 'array', items: schemaOf(type.element) }
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(type.value) }
    case 'and':
      return { allOf: type.items.map(schemaOf) }
    case 'or':
      return { anyOf: type.items.map(schemaOf) }
    case 'tuple':
      return tuple(type.items)
    case 'literal':
      return objectSchema(type.value.properties)
    default:
      return { const: type.value }
  }
}

function tuple(types) {
  const size = types.length
  return { type: 'array', items: types.map(schemaOf), minItems: size, maxItems: size }
}

function objectSchema(properties) {
  const required = properties.filter(({ optional }) => !optional).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map((property) => [property.name, described(schemaOf(property.type), property)]),
    ),
    ...(required.length > 0 && { required }),
  }
}

function structureSchema(structure) {
  const parents = [...(structure.extends ?? []), ...(structure.mixins ?? [])]
  const own = objectSchema(structure.properties)
  const schema = parents.length > 0 ? { allOf: [...parents.map(schemaOf), own] } : own
  return described(schema, structure)
}

function enumSchema(enumeration) {
  const { type, values, supportsCustomValues } = enumeration
  const known = { enum: [...new Set(values.map(({ value }) => value))] }
  const schema = supportsCustomValues
    ? { anyOf: [known, schemaOf(type)] }
    : { ...schemaOf(type), ...known }
  return described(schema, enumeration)
}

function textOf({ documentation, deprecated }) {
  return {
    ...(documentation && { description: documentation }),
    ...(deprecated && { deprecated: true }),
  }
}

/** Adds the documentation. In older drafts, a reference cannot have members of its own. */
function described(schema, about) {
  const text = textOf(about)
  if (Object.keys(text).length === 0) return schema
  return schema.$ref === undefined ? { ...text, ...schema } : { ...text, allOf: [schema] }
}

main('a meta model of the Language Server Protocol', (model) => {
  const { requests, notifications, structures, enumerations, typeAliases, metaData } = model
  return documentOf({
    title: 'Language Server Protocol',
    version: metaData.version,
    'x-cancel': { method: '$/cancelRequest', id: 'id' },
    'x-progress': { method: '$/progress', token: 'token', value: 'value', param: 'workDoneToken' },
    methods: [...requests, ...notifications].map(methodOf),
    schemas: Object.fromEntries([
      ...typeAliases.map((alias) => [alias.name, described(schemaOf(alias.type), alias)]),
      ...enumerations.map((enumeration) => [enumeration.name, enumSchema(enumeration)]),
      ...structures.map((structure) => [structure.name, structureSchema(structure)]),
      ['LSPAny', { description: 'Any JSON value.' }],
    ]),
  })
})
