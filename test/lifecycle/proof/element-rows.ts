import type { Json, JsonObject } from 'rpcloom/model'
import { row, type Row } from './row.ts'

const text = { type: 'string' }
const whole = { type: 'integer' }

type Param = readonly [name: string, schema: Json, required?: 'required']

const paramsOf = (params: readonly Param[]): readonly JsonObject[] =>
  params.map(([name, schema, required]) => ({ name, schema, required: required !== undefined }))
const method = (more: JsonObject = {}, name = 'call'): JsonObject => ({ name, ...more })
const methods = (...all: readonly JsonObject[]): JsonObject => ({ methods: all })
/** Returns a method with named params. */
const named = (...params: readonly Param[]): JsonObject =>
  methods(method({ params: paramsOf(params) }))
/** Returns a method with positional params. */
const placed = (...params: readonly Param[]): JsonObject =>
  methods(method({ paramStructure: 'by-position', params: paramsOf(params) }))
const one = (more: JsonObject): JsonObject => methods(method(more))
const error = (name: string, code = -32000, more: JsonObject = {}): JsonObject => ({
  code,
  message: name,
  'x-reason': { name },
  ...more,
})
const errors = (...all: readonly JsonObject[]): JsonObject => one({ errors: all })
const group = (more: JsonObject): JsonObject => ({ ...methods(method()), group: more })
const component = (name: string): JsonObject => ({
  ...one({ result: { name: 'r', schema: { $ref: `#/components/schemas/${name}` } } }),
  components: { schemas: { [name]: { type: 'object', properties: { a: text } } } },
})

const paged = (pagination: JsonObject | undefined): JsonObject => {
  const page = {
    type: 'object',
    required: ['items', 'next'],
    properties: { items: { type: 'array', items: text }, next: text },
  }
  const params = paramsOf([
    ['start', text],
    ['limit', whole],
  ])
  const result = { name: 'page', schema: page }
  return one({ params, result, ...(pagination && { 'x-pagination': pagination }) })
}
const pages = {
  cursor: { param: 'start', result: 'next' },
  limit: { param: 'limit', default: 10 },
  items: 'items',
  end: 'short-page',
}

const route = (name: string, paths: readonly string[]): JsonObject => ({
  name,
  paths,
  query: [],
  status: { member: 'ok', ok: 200, fail: 503 },
})
const report = {
  name: 'report',
  schema: { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } },
}
const rest = (...routes: readonly JsonObject[]): JsonObject =>
  one({ result: report, ...(routes.length > 0 && { 'x-rest': routes }) })

const subscription = (...kinds: readonly Kind[]): JsonObject => notifying('@event', ...kinds)
type Kind = readonly [name: string, payload: Json]

const notifying = (notification: string, ...kinds: readonly Kind[]): JsonObject =>
  methods(
    method(
      {
        paramStructure: 'by-position',
        params: paramsOf([['kind', { enum: kinds.map(([name]) => name) }, 'required']]),
        result: { name: 'id', schema: text },
        'x-availability': { http: 'absent', ws: 'public' },
        'x-subscription': {
          notification,
          unsubscribe: '@stop',
          kinds: kinds.map(([name, payload]) => ({ name, params: [], payload })),
        },
      },
      'subscribe',
    ),
    method(
      {
        paramStructure: 'by-position',
        params: paramsOf([['id', text, 'required']]),
        'x-availability': { http: 'absent', ws: 'public' },
      },
      'stop',
    ),
  )

const other = method({ params: paramsOf([['id', text, 'required']]) }, 'other')
const links = (...names: readonly string[]): JsonObject =>
  methods(
    method({
      links: names.map((name) => ({ name, method: '@other', params: { id: 'a' } })),
    }),
    other,
  )

/** Returns a method that returns a string if the param `detail` has a value. */
const detailed = (detail: number | undefined): JsonObject =>
  one({
    params: paramsOf([['detail', whole]]),
    result: {
      name: 'r',
      schema: {
        oneOf: [
          { ...text, ...(detail !== undefined && { 'x-when': { detail } }) },
          { type: 'object', properties: { a: text } },
        ],
      },
    },
  })

const ofMethods: readonly Row[] = [
  row('methods: method-added', [methods(method()), methods(method(), method({}, 'more'))], 'i'),
  row('methods: method-removed', [methods(method(), method({}, 'more')), methods(method())], 'ci'),
  row(
    'methods: method-renamed',
    [
      methods(method({ deprecated: true, 'x-deprecated': { replacedBy: '@fresh' } })),
      methods(method({}, 'fresh')),
    ],
    'ci',
  ),
  row(
    'methods: method-side',
    [
      methods(method(), method({}, 'more')),
      methods(method(), method({ 'x-implemented-by': ['client'] }, 'more')),
    ],
    'ci',
  ),
  row(
    'methods: generated-name',
    [
      { group: { namespaces: ['@a', '@b'] }, ...methods(method({}, 'a.get')) },
      {
        group: { namespaces: ['@a', '@b'] },
        ...methods(method({}, 'a.get'), method({}, 'b.put')),
      },
    ],
    'ci',
  ),
  row('methods: method-deprecated', [one({}), one({ deprecated: true })], ''),
  row('methods: method-undeprecated', [one({ deprecated: true }), one({})], ''),
  row('methods: method-described', [one({}), one({ summary: 'Calls' })], ''),
  row(
    'methods: examples-changed',
    [one({}), one({ examples: [{ name: 'e', params: [], result: { name: 'r', value: true } }] })],
    '',
  ),
  row('params: param-added', [named(), named(['a', text])], ''),
  row('params: param-added', [named(['a', text]), named(['a', text], ['b', text])], ''),
  row('params: param-added', [placed(['a', text]), placed(['a', text], ['b', text])], ''),
  row('params: required-param-added', [named(), named(['a', text, 'required'])], 'c'),
  row(
    'params: required-param-added',
    [named(['a', text]), named(['a', text], ['b', text, 'required'])],
    'c',
  ),
  row('params: param-removed', [named(['a', text], ['b', text]), named(['a', text])], 'ci'),
  row('params: param-removed', [placed(['a', text], ['b', text]), placed(['a', text])], 'ci'),
  row('params: param-renamed', [named(['a', text]), named(['b', text])], 'ci'),
  row(
    'params: positional-param-renamed',
    [placed(['a', text, 'required']), placed(['b', text, 'required'])],
    'i',
  ),
  row('params: param-required', [named(['a', text]), named(['a', text, 'required'])], 'c'),
  row('params: param-optional', [named(['a', text, 'required']), named(['a', text])], 'i'),
  row(
    'params: param-order',
    [
      placed(['a', text, 'required'], ['b', whole, 'required']),
      placed(['b', whole, 'required'], ['a', text, 'required']),
    ],
    'c',
  ),
  row(
    'params: param-order',
    [
      placed(['a', text, 'required'], ['b', text, 'required']),
      placed(['b', text, 'required'], ['a', text, 'required']),
    ],
    'c',
    { c: 'positions' },
  ),
  row(
    'params: param-structure',
    [named(['a', text, 'required']), placed(['a', text, 'required'])],
    'c',
  ),
  row(
    'params: param-structure',
    [placed(['a', text, 'required']), named(['a', text, 'required'])],
    'c',
  ),
  row(
    'params: param-structure-relaxed',
    [
      placed(['a', text, 'required']),
      one({ paramStructure: 'either', params: paramsOf([['a', text, 'required']]) }),
    ],
    '',
  ),
  row(
    'params: param-described',
    [
      one({ params: [{ name: 'a', schema: text }] }),
      one({ params: [{ name: 'a', schema: text, description: 'A' }] }),
    ],
    '',
  ),
  row(
    'params: unit-changed',
    [
      one({ params: [{ name: 'a', schema: whole, 'x-unit': 's' }] }),
      one({ params: [{ name: 'a', schema: whole, 'x-unit': 'ms' }] }),
    ],
    'ci',
    { c: 'meaning', i: 'meaning' },
  ),
  row(
    'result: result-described',
    [
      one({ result: { name: 'r', schema: text } }),
      one({ result: { name: 'r', schema: text, description: 'R' } }),
    ],
    '',
  ),
  row(
    'result: result-dropped',
    [one({ result: { name: 'r', schema: text } }), one({ result: {} })],
    'ci',
  ),
  row(
    'result: result-introduced',
    [one({ result: {} }), one({ result: { name: 'r', schema: text } })],
    'i',
  ),
  row(
    'result: result-optional',
    [
      one({ result: { name: 'r', schema: text } }),
      one({ result: { name: 'r', schema: text, required: false } }),
    ],
    'c',
  ),
  row(
    'result: result-required',
    [
      one({ result: { name: 'r', schema: text, required: false } }),
      one({ result: { name: 'r', schema: text } }),
    ],
    'i',
  ),
  row('result: condition-added', [detailed(undefined), detailed(0)], ''),
  row('result: condition-changed', [detailed(0), detailed(1)], 'c', { c: 'overloads' }),
  row('result: condition-removed', [detailed(0), detailed(undefined)], 'c', { c: 'overloads' }),
  row('result: type-renamed', [component('Pet'), component('Animal')], ''),
]

const ofErrors: readonly Row[] = [
  row('errors: error-added', [errors(error('lost')), errors(error('lost'), error('late'))], 'c'),
  row('errors: error-added', [one({}), errors(error('lost'))], 'c', { c: 'unknown' }),
  row('errors: error-removed', [errors(error('lost'), error('late')), errors(error('lost'))], 'ci'),
  row('errors: error-removed', [errors(error('lost')), one({})], 'ci'),
  row('errors: error-code', [errors(error('lost', -32000)), errors(error('lost', -32001))], 'ci', {
    i: 'errors',
  }),
  row(
    'errors: error-message',
    [errors(error('lost')), errors(error('lost', -32000, { message: 'It is lost' }))],
    '',
  ),
  row(
    'errors: type-changed',
    [errors(error('lost', -32000, { data: text })), errors(error('lost', -32000, { data: whole }))],
    'ci',
  ),
]

const ofExtensions: readonly Row[] = [
  row(
    'extensions: effect-changed',
    [one({ 'x-effect': 'read' }), one({ 'x-effect': 'write' })],
    '',
  ),
  row('extensions: availability-reduced', [one({}), one({ 'x-availability': 'node-local' })], 'c', {
    c: 'settings',
  }),
  row('extensions: availability-extended', [one({ 'x-availability': 'node-local' }), one({})], ''),
  row(
    'extensions: setting-required',
    [one({}), one({ 'x-enabled-by': { setting: 'debug', default: false } })],
    'c',
    { c: 'settings' },
  ),
  row(
    'extensions: setting-changed',
    [one({ 'x-enabled-by': { setting: 'debug', default: false } }), one({})],
    '',
  ),
  row('extensions: authentication-required', [one({}), one({ 'x-auth': 'keystore' })], 'c', {
    c: 'settings',
  }),
  row('extensions: authentication-dropped', [one({ 'x-auth': 'keystore' }), one({})], ''),
  row('extensions: paging-added', [paged(undefined), paged(pages)], ''),
  row('extensions: paging-removed', [paged(pages), paged(undefined)], 'c'),
  row('extensions: paging-changed', [paged(pages), paged({ ...pages, end: 'empty-page' })], 'c', {
    c: 'meaning',
  }),
  row('extensions: route-added', [rest(), rest(route('ready', ['/ready']))], ''),
  row('extensions: route-removed', [rest(route('ready', ['/ready'])), rest()], 'c'),
  row(
    'extensions: route-changed',
    [rest(route('ready', ['/ready'])), rest(route('ready', ['/readiness']))],
    'c',
    { c: 'transport' },
  ),
  row(
    'extensions: subscription-topic-added',
    [subscription(['heads', text]), subscription(['heads', text], ['logs', text])],
    'i',
  ),
  row(
    'extensions: subscription-topic-removed',
    [subscription(['heads', text], ['logs', text]), subscription(['heads', text])],
    'ci',
  ),
  row(
    'extensions: type-changed',
    [subscription(['heads', text]), subscription(['heads', whole])],
    'ci',
  ),
  row(
    'extensions: subscription-changed',
    [notifying('@event', ['heads', text]), notifying('@notice', ['heads', text])],
    'ci',
    { c: 'transport', i: 'transport' },
  ),
  row('extensions: link-added', [links('next'), links('next', 'last')], ''),
  row('extensions: link-removed', [links('next', 'last'), links('next')], 'c'),
  row(
    'extensions: limits-changed',
    [one({}), one({ 'x-limits': [{ subject: 'calls', value: 5, text: 'Five calls' }] })],
    '',
  ),
  row('extensions: cost-raised', [one({}), one({ 'x-cost': 5 })], ''),
  row('extensions: cost-lowered', [one({ 'x-cost': 5 }), one({ 'x-cost': 2 })], ''),
]

const ofDocuments: readonly Row[] = [
  row('document: group-path', [group({}), group({ path: '/elsewhere' })], 'c', { c: 'transport' }),
  row('document: shortcut-removed', [group({ key: '' }), group({})], 'c'),
  row('document: group-batches', [group({}), group({ batch: { allowed: false } })], 'c', {
    c: 'transport',
  }),
  row(
    'document: group-batches-relaxed',
    [group({ batch: { allowed: true, maxPublic: 5 } }), group({})],
    '',
  ),
  row('document: group-transport-removed', [group({}), group({ transports: ['http'] })], 'c', {
    c: 'transport',
  }),
  row('document: group-transport-added', [group({ transports: ['http'] }), group({})], ''),
  row(
    'document: document-version',
    [one({}), { ...one({}), info: { title: 'T', version: '2.0.0' } }],
    '',
  ),
  row(
    'document: document-described',
    [one({}), { ...one({}), info: { title: 'Other', version: '1.0.0' } }],
    '',
  ),
  row(
    'document: servers-changed',
    [one({}), { ...one({}), servers: [{ name: 's', url: 'http://localhost' }] }],
    '',
  ),
]

/** Every change that is not a change of a schema. */
export const elementRows: readonly Row[] = [
  ...ofMethods,
  ...ofErrors,
  ...ofExtensions,
  ...ofDocuments,
]
