import type { Api, Group } from 'rpcloom/model'
import type { TargetOptions } from 'rpcloom/codegen'

export const runtime = '@rpcloom/mock'

/**
 * Returns the name of the server package. If this run does not generate a server package, the name is
 * `server` with the scope of the mock.
 */
export function serverPackage(api: Api, { siblings }: TargetOptions): string {
  return siblings['server'] ?? `${api.scope}/server`
}

/** Returns the name of the type that configures the responses of a group's methods, such as `PChainMock`. */
export function mockName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Mock`
}

/** Returns the name of the type with the method names of a group or namespace, such as `PChainNames`. */
export function namesName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Names`
}

/** Returns the name of the type with the calls of a group's methods, such as `PChainCalls`. */
export function callsName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Calls`
}

/** Returns the name of the type with the event payloads of a group's topics, such as `PChainEvents`. */
export function eventsName({ typeName }: Pick<Group, 'typeName'>): string {
  return `${typeName}Events`
}
