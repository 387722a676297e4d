import type { Method } from 'rpcloom/model'
import {
  type Expression,
  identifierOf,
  literalOf,
  objectMember,
  type ObjectMember,
  objectOf,
  propertyKey,
  pureCall,
} from 'rpcloom/codegen'
import { availabilityOf, settingOf } from './availability.ts'
import { codegen, type GroupContext } from './context.ts'
import { subscriptionOf } from './subscriptions.ts'

/**
 * Returns the expression for the methods of a group: the descriptors of the types package, and the properties that
 * only servers use.
 */
export function methodsOf(context: GroupContext): Expression {
  const { group, scope } = context
  const own = group.methods.flatMap((method) => {
    const members = serverMembers(context, method)
    return members.length === 0
      ? []
      : [objectMember(propertyKey(method.standalone), objectOf(members))]
  })
  return pureCall(scope.use(codegen, 'serverMethods', 'value'), [
    identifierOf('descriptors'),
    ...(own.length === 0 ? [] : [objectOf(own)]),
  ])
}

function serverMembers(context: GroupContext, method: Method): readonly ObjectMember[] {
  const { availability, enabledBy, cost } = method
  const usual = context.group.availability
  const isUsual = availability.http === usual.http && availability.ws === usual.ws
  const subscription = subscriptionOf(context, method)
  return [
    ...(isUsual ? [] : [objectMember('availability', availabilityOf(availability))]),
    ...(enabledBy === undefined ? [] : [objectMember('enabledBy', settingOf(enabledBy))]),
    ...(cost === undefined ? [] : [objectMember('cost', literalOf(String(cost)))]),
    ...(subscription === undefined ? [] : [objectMember('topics', subscription)]),
  ]
}
