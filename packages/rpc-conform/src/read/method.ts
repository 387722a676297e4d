import type { ContractMethod, ContractRoute, ContractTransport } from '../types.ts'
import { effectOf, isNamed, listOf, recordOf, textOf } from '@rpcloom/rpc/internal'
import { pairingsOf, paramOf } from './params.ts'
import { pathOfServers } from './servers.ts'
import { subscriptionOf } from './subscription.ts'

type Members = Readonly<Record<string, unknown>>

/** Facts of the document that its methods share. */
export interface Around {
  readonly document: Members
  readonly path: string
  readonly transport: ContractTransport
  /** Whether the transport offers the document's methods. */
  readonly isCarried: boolean
  readonly deref: (value: unknown) => unknown
  /** Methods that end subscriptions. */
  readonly ends: ReadonlySet<string>
}

/** Reads a method of a document. */
export function readMethod(json: Members, around: Around): ContractMethod {
  const { deref, document, transport } = around
  const wire = textOf(json['name']) ?? ''
  const said = listOf(json['params']).map(deref)
  const params = said.map(paramOf)
  const result = deref(json['result'])
  const path = pathOfServers(json['servers'], transport)
  const offUnless = settingOf(json['x-enabled-by']) ?? settingOf(document['x-enabled-by'])
  const deprecation = deprecationOf(json)
  const subscription = subscriptionOf(json, around)
  return {
    wire,
    params,
    structure: structureOf(json['paramStructure'], said),
    errorCodes: new Set(codesOf(listOf(json['errors']).map(deref))),
    pairings: pairingsOf(
      json,
      params.map(({ name }) => name),
      deref,
    ),
    effect: effectOf(json['x-effect'], wire),
    reach: around.isCarried
      ? (reachOf(json['x-availability'], transport) ??
        reachOf(document['x-availability'], transport) ??
        'public')
      : 'absent',
    routes: listOf(json['x-rest']).flatMap(routeOf),
    isSubscription: subscription !== undefined || around.ends.has(wire),
    ...(result !== undefined && { result: { schema: recordOf(result)['schema'] ?? true } }),
    ...(path !== undefined && path !== around.path && { path }),
    ...(offUnless !== undefined && { offUnless }),
    ...(deprecation && { deprecation }),
    ...(subscription && { subscription }),
  }
}

function structureOf(said: unknown, params: readonly unknown[]): ContractMethod['structure'] {
  if (said === 'by-name' || said === 'by-position') return said
  return params.every(isNamed) ? 'either' : 'by-position'
}

function codesOf(errors: readonly unknown[]): readonly number[] {
  const codes = errors.map((error) => recordOf(error)['code'])
  return codes.filter((code) => typeof code === 'number')
}

function reachOf(said: unknown, transport: ContractTransport): ContractMethod['reach'] | undefined {
  const reach = typeof said === 'string' ? said : recordOf(said)[transport]
  return reach === 'public' || reach === 'node-local' || reach === 'absent' ? reach : undefined
}

function settingOf(said: unknown): string | undefined {
  const { setting, default: usual } = recordOf(said)
  return usual === false ? textOf(setting) : undefined
}

function deprecationOf(json: Members): ContractMethod['deprecation'] | undefined {
  if (json['deprecated'] !== true && json['x-deprecated'] === undefined) return undefined
  const said = recordOf(json['x-deprecated'])
  const [replacedBy, reason] = [textOf(said['replacedBy']), textOf(said['reason'])]
  return {
    ...(replacedBy !== undefined && { replacedBy }),
    ...(reason !== undefined && { reason }),
  }
}

function routeOf(said: unknown): readonly ContractRoute[] {
  const { paths, query, status } = recordOf(said)
  const { member, ok, fail } = recordOf(status)
  const places = listOf(paths).filter((path) => typeof path === 'string')
  if (typeof member !== 'string' || places.length === 0) return []
  const codes = {
    ok: typeof ok === 'number' ? ok : 200,
    fail: typeof fail === 'number' ? fail : 503,
  }
  return [{ paths: places, query: listOf(query).flatMap(bindingOf), status: { member, ...codes } }]
}

function bindingOf(said: unknown): ContractRoute['query'] {
  const { name, param, repeated } = recordOf(said)
  if (typeof name !== 'string' || typeof param !== 'string') return []
  return [{ name, param, repeated: repeated === true }]
}
