// An MCP server for the conformance suite of the protocol: a document whose methods are the tools and resources that the
// suite calls, a JSON-RPC server that implements it, and `runMcp`.
import { documentGroup } from '@rpcloom/mock'
import { runMcp } from '@rpcloom/mcp'
import { RpcError } from '@rpcloom/rpc'
import { method, notification } from '@rpcloom/rpc/codegen/client'
import { listen } from '@rpcloom/rpc/node'
import { createDispatcher } from '@rpcloom/rpc/server'
import { programOf } from './program.mjs'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const text = { type: 'string' }
const boolean = { type: 'boolean' }
const base64 = (contentMediaType) => ({ ...text, contentMediaType, contentEncoding: 'base64' })
const file = (contentMediaType) => ({ ...text, contentMediaType })
const objectOf = (properties) => ({ type: 'object', properties })
const param = (name, schema, required = true) => ({ name, schema, required })
const read = (name, schema = text, more = {}) => ({
  name,
  summary: `The method ${name}`,
  'x-effect': 'read',
  paramStructure: 'by-name',
  params: [],
  result: { name: 'result', schema },
  ...more,
})
const ofClient = { 'x-implemented-by': ['client'] }
const resource = (uri) => ({ 'x-resource': { uri } })
const titled = Array.from({ length: 3 }, (_, at) => ({ const: `value${at}`, title: `Value ${at}` }))
const options = { type: 'string', enum: ['option1', 'option2', 'option3'] }
const progress = { type: 'integer', minimum: 0, maximum: 100 }
// Methods that write need consent, which the version 2026-07-28 asks for by the result of the call.
const writes = ['request_state', 'tampered_state'].map(
  (name) => `test_input_required_result_${name}`,
)

const document = {
  openrpc: '1.3.2',
  info: { title: 'Conformance', version: '1.0.0' },
  'x-group': { path: '/', transports: ['http'] },
  'x-progress': { method: 'progress', token: 'token', param: 'token' },
  methods: [
    read('test_simple_text'),
    read('test_image_content', base64('image/png')),
    read('test_audio_content', base64('audio/wav')),
    read('test_embedded_resource', file('text/plain')),
    read(
      'test_multiple_content_types',
      objectOf({ note: text, image: base64('image/png'), data: file('application/json') }),
    ),
    read('test_tool_with_logging'),
    read('test_tool_with_progress', text, {
      params: [param('token', { type: ['integer', 'string'] }, false)],
    }),
    read('test_error_handling', text, {
      errors: [
        { code: -32000, message: 'This method always fails', 'x-reason': { name: 'intended' } },
      ],
    }),
    read('test_elicitation', true, { params: [param('message', text)] }),
    read('test_elicitation_sep1034_defaults', true),
    read('test_elicitation_sep1330_enums', true),
    read('json_schema_2020_12_tool', text, {
      params: [
        param('name', text, false),
        param('address', { $ref: '#/components/schemas/address' }, false),
      ],
    }),
    read('static_text', file('text/plain'), resource('test://static-text')),
    read('static_binary', base64('image/png'), resource('test://static-binary')),
    read('watched', file('text/plain'), resource('test://watched-resource')),
    read('template', objectOf({ id: text, data: text }), {
      ...resource('test://template/{id}/data'),
      params: [param('id', text)],
    }),
    ...writes.map((name) => ({ ...read(name), 'x-effect': 'write' })),
    read('test_input_required_result_elicitation'),
    read('test_input_required_result_multi_round'),
    { ...read('user_name', objectOf({ name: text })), ...ofClient },
    { ...read('step1', objectOf({ name: text })), ...ofClient },
    { ...read('step2', objectOf({ color: text })), ...ofClient },
    { name: 'log', params: [param('text', text)], ...ofClient },
    {
      name: 'progress',
      params: [param('token', true), param('progress', progress), param('total', progress)],
      ...ofClient,
    },
    {
      ...read('enterName', objectOf({ username: text, email: text })),
      params: [param('message', text)],
      ...ofClient,
    },
    {
      ...read(
        'acceptDefaults',
        objectOf({
          name: { ...text, default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { ...boolean, default: true },
        }),
      ),
      ...ofClient,
    },
    {
      ...read(
        'choose',
        objectOf({
          untitledSingle: options,
          titledSingle: { type: 'string', oneOf: titled },
          legacyEnum: { ...text, enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
          untitledMulti: { type: 'array', items: options },
          titledMulti: { type: 'array', items: { anyOf: titled } },
        }),
      ),
      ...ofClient,
    },
  ],
  components: { schemas: { address: objectOf({ street: text, city: text }) } },
}

const own = documentGroup(document, 'suite')
const descriptor = (name, order = []) => ({ name, group: own, order })
const client = {
  log: notification({ ...descriptor('log', ['text']), returns: 'notification' }),
  enterName: method(descriptor('enterName', ['message'])),
  acceptDefaults: method(descriptor('acceptDefaults')),
  choose: method(descriptor('choose')),
  userName: method(descriptor('user_name')),
  step1: method(descriptor('step1')),
  step2: method(descriptor('step2')),
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

const handlers = {
  test_simple_text: () => 'This is a simple text response for testing.',
  test_image_content: () => pixel,
  test_audio_content: () => silence,
  test_embedded_resource: () => 'This is an embedded resource content.',
  test_multiple_content_types: () => ({ note: 'Several', image: pixel, data: '{"test":"data"}' }),
  async test_tool_with_logging(_params, ctx) {
    for (const text of ['started', 'processing', 'completed']) {
      await ctx.client.log({ text })
      await pause()
    }
    return 'Logged.'
  },
  async test_tool_with_progress(_params, ctx) {
    for (const progress of [0, 50, 100]) {
      ctx.progress({ progress, total: 100 })
      await pause()
    }
    return 'Done.'
  },
  test_error_handling() {
    throw new RpcError(-32000, 'This method always fails', { reason: 'intended' })
  },
  test_elicitation: ({ message }, ctx) => ctx.client.enterName({ message }),
  test_elicitation_sep1034_defaults: (_params, ctx) => ctx.client.acceptDefaults(),
  test_elicitation_sep1330_enums: (_params, ctx) => ctx.client.choose(),
  test_input_required_result_elicitation: async (_params, ctx) =>
    (await ctx.client.userName()).name,
  async test_input_required_result_multi_round(_params, ctx) {
    const { name } = await ctx.client.step1()
    const { color } = await ctx.client.step2()
    return `${name} ${color}`
  },
  json_schema_2020_12_tool: () => 'Done.',
  static_text: () => 'Static text.',
  static_binary: () => pixel,
  watched: () => 'Watched.',
  template: ({ id }) => ({ id, data: `Data for ID: ${id}` }),
  ...Object.fromEntries(writes.map((name) => [name, () => 'state-ok'])),
}

const server = createDispatcher({
  groups: [own],
  client,
  handlers: { suite: handlers },
  progress: document['x-progress'],
})
const { url } = await listen(server)
process.argv.push('--url', url)
await runMcp(programOf({ suite: document }))
