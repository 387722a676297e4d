import type { Api, Group } from 'rpcloom/model'
import type { TargetOptions } from 'rpcloom/codegen'

export const runtime = '@rpcloom/mock'

/** Returns the server package of this run, else of the same scope. */
export function serverPackage(api: Api, { siblings }: TargetOptions): string {
  return siblings['server'] ?? `${api.scope}/server`
}

/** Returns the types package of this run, else of the same scope. */
export function typesPackage(api: Pick<Api, 'scope'>, { siblings }: TargetOptions): string {
  return siblings['types'] ?? `${api.scope}/types`
}

/** `PChainMock`: configures the responses of a group's methods. */
export function mockName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Mock`
}

/** `native-node-mock`: the command of the package `@native-node/mock`. */
export function commandName({ packageName }: TargetOptions): string {
  return packageName.replace(/^@/, '').replace('/', '-')
}

/** `PChainNames`: the method names of a group or namespace by member. */
export function namesName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Names`
}

/** `PChainCalls`: the calls of a group's methods by method name. */
export function callsName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Calls`
}

/** `PChainEvents`: the payloads of a group's subscriptions by topic. */
export function eventsName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Events`
}
