import type { JsonObject } from '@rpcloom/rpc'
import { unfilledOf } from '@rpcloom/rpc/codegen/server'
import { notImplemented, type ServerGroup, type ServerMethod } from '@rpcloom/rpc/server'
import { runInThisContext } from 'node:vm'
import { describe, expect, test } from 'vitest'

const empty: JsonObject = {}
const name = "pets.get it's\n"

function group(...names: readonly string[]): ServerGroup {
  const reach = { http: 'public', ws: 'absent' } as const
  const methods = names.map((name): ServerMethod => ({
    name,
    member: 'get',
    order: [],
    effect: 'read',
    availability: reach,
  }))
  const route = { path: '/', transports: ['http'] as const, batch: { allowed: true } }
  return {
    key: 'pets',
    slug: 'pets',
    ...route,
    availability: reach,
    methods,
    document: () => empty,
  }
}

type Handler = () => unknown

/** Returns a function with this source, as a bundler could generate it. */
function sourced(body: string): Handler {
  const made: unknown = runInThisContext(`(${body})`)
  if (typeof made !== 'function') throw new Error('No function.')
  return made as Handler
}

const literal = String.raw`'pets.get it\'s\n'`

const cases: readonly (readonly [name: string, get: Handler | undefined, want: boolean])[] = [
  ['without a handler', undefined, true],
  ['with a stub', sourced(`async () => { throw notImplemented(${literal}) }`), true],
  ['with a stub of a bundle', sourced(`()=>{throw(0,module_0.notImplemented)(${literal})}`), true],
  [
    'with double quotes',
    sourced(String.raw`function () { throw notImplemented("pets.get it's\u000a") }`),
    true,
  ],
  ['with its own body', () => 1, false],
  ['with a stub of its old name', sourced("() => { throw notImplemented('pets.list') }"), true],
  [
    'with a body that throws of another in the end',
    sourced("(a) => { if (a) return 1; throw notImplemented('pets.list') }"),
    false,
  ],
  ['with a body that names itself', sourced(`() => ${literal}`), false],
]

describe('a method counts as not implemented', () => {
  test.each(cases)('%s: %s', (_, get, want) => {
    const handlers = { pets: get === undefined ? {} : { get } }
    expect(unfilledOf([group(name)], handlers)).toEqual(want ? [name] : [])
  })
})

test('a stub responds that the method is not implemented', () => {
  expect(notImplemented(name)).toMatchObject({ code: -32601, message: `Not implemented: ${name}` })
})
