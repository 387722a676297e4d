import type { Api, Group } from 'rpcloom/model'
import type { TargetOptions } from 'rpcloom/emit'

/** Module of the runtime that emitted mocks import. */
export const runtime = '@rpcloom/mock'

/** The server package that a mock is made of; where this run emits none, the one of the same scope. */
export function serverPackage(api: Api, { siblings }: TargetOptions): string {
  return siblings['server'] ?? `${api.scope}/server`
}

/** The types package of the same run; where this run emits none, that of the same scope. */
export function typesPackage(api: Pick<Api, 'scope'>, { siblings }: TargetOptions): string {
  return siblings['types'] ?? `${api.scope}/types`
}

/** `PChainMock`: what the methods of a group can be told to answer. */
export function mockName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Mock`
}

/** `native-node-mock`: the command of the package `@native-node/mock`. */
export function commandName({ packageName }: TargetOptions): string {
  return packageName.replace(/^@/, '').replace('/', '-')
}

/** `PChainCalls`: the calls of a group's methods by wire name. */
export function callsName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Calls`
}

/** `PChainEvents`: the payloads of a group's subscriptions by kind. */
export function eventsName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Events`
}
