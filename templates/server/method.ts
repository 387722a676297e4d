import type { Method } from 'rpcloom/model'
import { quoteString } from 'rpcloom/emit'
import type { GroupContext } from './context.ts'
import { availabilityText, settingText, validatorText } from './facts.ts'
import { subscriptionText } from './subscriptions.ts'

/** A row of a group's table: the method's descriptor, and what only the server needs. */
export function methodText(context: GroupContext, method: Method, index: number): string {
  const validator = context.validators.names.get(index)
  const subscription = subscriptionText(context, method)
  const availability = availabilityText(method.availability)
  const members = [
    `...descriptors.${method.standalone}`,
    ...(validator === undefined ? [] : [`...${validatorText(context, validator)}`]),
    ...(method.namespace === '' ? [] : [`namespace: ${quoteString(method.namespace)}`]),
    `member: ${quoteString(method.member)}`,
    ...(availability === availabilityText(context.group.availability)
      ? []
      : [`availability: ${availability}`]),
    ...(method.enabledBy === undefined ? [] : [`enabledBy: ${settingText(method.enabledBy)}`]),
    ...(subscription === undefined ? [] : [`topics: ${subscription}`]),
  ]
  return `{ ${members.join(', ')} }`
}
