import { buildApi, type JsonObject } from 'rpcloom/model'
import { accessPath } from 'rpcloom/codegen'
import { describe, expect, test } from 'vitest'
import { answering, documentOf, loadedFrom } from './documents.ts'

type Documents = Readonly<Record<string, JsonObject>>

const text = { type: 'string' }
const named = (names: readonly string[], more: JsonObject = {}): JsonObject =>
  documentOf(
    names.map((name) => answering(name, text)),
    {},
    more,
  )

function read(
  documents: Documents,
  groups: Readonly<Record<string, string>> = {},
): { readonly calls: readonly string[]; readonly codes: readonly string[] } {
  const loaded = loadedFrom(documents, Object.keys(documents))
  const { api, diagnostics } = buildApi(loaded, { scope: '@test', groups })
  const calls = api.groups.flatMap((group) => group.methods.map((one) => accessPath(group, one)))
  return { calls, codes: diagnostics.map(({ code }) => code) }
}

const chain = named(['eth_getBalance', 'net_version'])

describe('calls without a group', () => {
  test.each<
    [string, Documents, Readonly<Record<string, string>>, readonly string[], readonly string[]]
  >([
    ['one document', { 'chain.json': chain }, {}, ['node.eth.getBalance', 'node.net.version'], []],
    [
      'one namespace',
      { 'a.json': named(['pet_get', 'pet_list']) },
      {},
      ['node.get', 'node.list'],
      [],
    ],
    [
      'a document that names its group',
      { 'a.json': named(['get_pet'], { 'x-group': { key: 'pets' } }) },
      {},
      ['node.pets.getPet'],
      [],
    ],
    [
      'a name in the configuration',
      { 'chain.json': chain },
      { 'chain.json': 'evm' },
      ['node.evm.eth.getBalance', 'node.evm.net.version'],
      [],
    ],
    [
      'two documents with one endpoint',
      { 'a.json': chain, 'b.json': named(['ping']) },
      {},
      ['node.eth.getBalance', 'node.net.version', 'node.ping'],
      [],
    ],
    [
      'two documents with one endpoint and a namespace in common',
      { 'a.json': chain, 'b.json': named(['eth_call', 'debug_trace']) },
      {},
      ['node.a.eth.getBalance', 'node.net.version', 'node.b.eth.call', 'node.debug.trace'],
      [],
    ],
    [
      'two documents with two endpoints',
      { 'a.json': chain, 'b.json': named(['ping'], { servers: [{ url: 'http://localhost/b' }] }) },
      {},
      ['node.a.eth.getBalance', 'node.a.net.version', 'node.b.ping'],
      [],
    ],
    [
      'two documents with one endpoint, one with a name',
      { 'a.json': chain, 'b.json': named(['ping']) },
      { 'b.json': 'other' },
      ['node.a.eth.getBalance', 'node.a.net.version', 'node.other.ping'],
      [],
    ],
    [
      'two documents, one without a name',
      { 'a.json': chain, 'b.json': named(['ping']) },
      { 'a.json': '' },
      ['node.eth.getBalance', 'node.net.version', 'node.b.ping'],
      [],
    ],
    [
      'an empty key',
      { 'a.json': named(['ping'], { 'x-group': { key: '' } }), 'b.json': chain },
      {},
      ['node.ping', 'node.b.eth.getBalance', 'node.b.net.version'],
      [],
    ],
    [
      'a namespace like the group',
      { 'eth.json': chain },
      {},
      ['node.eth.getBalance', 'node.net.version'],
      [],
    ],
    [
      'a member of every client',
      { 'a.json': named(['with', 'ping']) },
      {},
      ['node.a.with', 'node.ping'],
      ['RL311'],
    ],
    [
      'a namespace `chain` of a document on one chain',
      { 'node.json': named(['chain_getBlock', 'state_call']) },
      {},
      ['node.chain.getBlock', 'node.state.call'],
      [],
    ],
    [
      'a namespace `chain` of a document on several chains',
      {
        'node.json': named(['chain_getBlock', 'state_call'], {
          'x-group': { path: '/ext/C', chainPath: '/ext/{chain}' },
        }),
      },
      {},
      ['node.node.chain.getBlock', 'node.state.call'],
      ['RL311'],
    ],
    [
      'a member like another group',
      { 'a.json': named(['b', 'ping']), 'b.json': chain },
      { 'a.json': '' },
      ['node.a.b', 'node.ping', 'node.b.eth.getBalance', 'node.b.net.version'],
      ['RL311'],
    ],
    [
      'the same member twice',
      {
        'a.json': named(['ping']),
        'b.json': named(['ping', 'pong'], { servers: [{ url: 'http://localhost/b' }] }),
      },
      { '*.json': '' },
      ['node.ping', 'node.b.ping', 'node.pong'],
      ['RL311'],
    ],
  ])('%s', (_, documents, groups, ...[calls, codes]) => {
    expect(read(documents, groups)).toEqual({ calls, codes })
  })
})
