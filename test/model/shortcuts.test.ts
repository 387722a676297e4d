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
    [
      'one document',
      { 'chain.json': chain },
      {},
      ['client.eth.getBalance', 'client.net.version'],
      [],
    ],
    [
      'one namespace',
      { 'a.json': named(['pet_get', 'pet_list']) },
      {},
      ['client.get', 'client.list'],
      [],
    ],
    [
      'a document that names its group',
      { 'a.json': named(['get_pet'], { 'x-group': { key: 'pets' } }) },
      {},
      ['client.pets.getPet'],
      [],
    ],
    [
      'a name in the configuration',
      { 'chain.json': chain },
      { 'chain.json': 'evm' },
      ['client.evm.eth.getBalance', 'client.evm.net.version'],
      [],
    ],
    [
      'two documents with one endpoint',
      { 'a.json': chain, 'b.json': named(['ping']) },
      {},
      ['client.eth.getBalance', 'client.net.version', 'client.ping'],
      [],
    ],
    [
      'two documents with one endpoint and a namespace in common',
      { 'a.json': chain, 'b.json': named(['eth_call', 'debug_trace']) },
      {},
      ['client.a.eth.getBalance', 'client.net.version', 'client.b.eth.call', 'client.debug.trace'],
      [],
    ],
    [
      'two documents with two endpoints',
      { 'a.json': chain, 'b.json': named(['ping'], { servers: [{ url: 'http://localhost/b' }] }) },
      {},
      ['client.a.eth.getBalance', 'client.a.net.version', 'client.b.ping'],
      [],
    ],
    [
      'two documents with one endpoint, one with a name',
      { 'a.json': chain, 'b.json': named(['ping']) },
      { 'b.json': 'other' },
      ['client.a.eth.getBalance', 'client.a.net.version', 'client.other.ping'],
      [],
    ],
    [
      'two documents, one without a name',
      { 'a.json': chain, 'b.json': named(['ping']) },
      { 'a.json': '' },
      ['client.eth.getBalance', 'client.net.version', 'client.b.ping'],
      [],
    ],
    [
      'an empty key',
      { 'a.json': named(['ping'], { 'x-group': { key: '' } }), 'b.json': chain },
      {},
      ['client.ping', 'client.b.eth.getBalance', 'client.b.net.version'],
      [],
    ],
    [
      'a namespace like the group',
      { 'eth.json': chain },
      {},
      ['client.eth.getBalance', 'client.net.version'],
      [],
    ],
    [
      'a member of every client',
      { 'a.json': named(['with', 'ping']) },
      {},
      ['client.a.with', 'client.ping'],
      ['RL311'],
    ],
    [
      'a namespace `at` of a document without variables in its path',
      { 'node.json': named(['at_getBlock', 'state_call']) },
      {},
      ['client.at.getBlock', 'client.state.call'],
      [],
    ],
    [
      'a namespace `at` of a document with variables in its path',
      {
        'node.json': named(['at_getBlock', 'state_call'], {
          'x-group': { path: '/ext/{chain}' },
        }),
      },
      {},
      ['client.node.at.getBlock', 'client.state.call'],
      ['RL311'],
    ],
    [
      'a member like another group',
      { 'a.json': named(['b', 'ping']), 'b.json': chain },
      { 'a.json': '' },
      ['client.a.b', 'client.ping', 'client.b.eth.getBalance', 'client.b.net.version'],
      ['RL311'],
    ],
    [
      'the same member twice',
      {
        'a.json': named(['ping']),
        'b.json': named(['ping', 'pong'], { servers: [{ url: 'http://localhost/b' }] }),
      },
      { '*.json': '' },
      ['client.ping', 'client.b.ping', 'client.pong'],
      ['RL311'],
    ],
  ])('%s', (_, documents, groups, ...[calls, codes]) => {
    expect(read(documents, groups)).toEqual({ calls, codes })
  })
})
