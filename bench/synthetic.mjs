// Generates documents of any size with equal content for all tools: OpenRPC for rpcloom, OpenAPI for the other
// tools.

const scalars = [
  { type: 'string', description: 'Name as it is shown.' },
  { type: 'integer', minimum: 0, maximum: 4294967295 },
  { type: 'boolean' },
  { type: 'string', enum: ['created', 'accepted', 'rejected'] },
  { type: 'array', items: { type: 'string', maxLength: 64 } },
]

function record(index, prefix) {
  const properties = Object.fromEntries(
    scalars.map((schema, at) => [`field${(index + at) % 7}${at}`, schema]),
  )
  return {
    type: 'object',
    description: `Record ${index}, with a sentence about what it is for.`,
    required: Object.keys(properties).slice(0, 3),
    properties: { ...properties, next: { $ref: `${prefix}Record${index + 1}` } },
  }
}

function records(count, prefix) {
  const all = Array.from({ length: count }, (_, index) => [`Record${index}`, record(index, prefix)])
  return Object.fromEntries([...all, [`Record${count}`, { type: 'object', properties: {} }]])
}

/** Returns an OpenRPC document with `methods` methods and half as many record schemas. */
export function openrpcDocument(methods) {
  const prefix = '#/components/schemas/'
  const count = Math.ceil(methods / 2)
  return {
    openrpc: '1.3.2',
    info: { title: 'Synthetic', version: '1.0.0' },
    methods: Array.from({ length: methods }, (_, index) => ({
      name: `service${index % 20}.method${index}`,
      summary: `Does the thing with number ${index}.`,
      paramStructure: 'by-name',
      params: [
        { name: 'id', required: true, schema: { type: 'string', minLength: 1 } },
        { name: 'filter', schema: { $ref: `${prefix}Record${index % count}` } },
        { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 1000 } },
      ],
      result: { name: 'answer', schema: { $ref: `${prefix}Record${(index * 7) % count}` } },
    })),
    components: { schemas: records(count, prefix) },
  }
}

/** Returns the content of `openrpcDocument` as OpenAPI 3.0, with a POST operation for each method. */
export function openapiDocument(methods) {
  const { info, methods: list, components } = openrpcDocument(methods)
  const paths = list.map(({ name, summary, params, result }) => [
    `/${name}`,
    {
      post: {
        operationId: name.replace('.', '_'),
        summary,
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['id'],
                properties: Object.fromEntries(params.map((param) => [param.name, param.schema])),
              },
            },
          },
        },
        responses: {
          200: { description: 'ok', content: { 'application/json': { schema: result.schema } } },
        },
      },
    },
  ])
  return { openapi: '3.0.3', info, paths: Object.fromEntries(paths), components }
}
