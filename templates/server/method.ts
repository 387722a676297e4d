import type { Method } from 'rpcloom/model'
import { propertyKey } from 'rpcloom/codegen'
import { codegen, type GroupContext } from './context.ts'
import { availabilityText, settingText } from './facts.ts'
import { subscriptionText } from './subscriptions.ts'

/** Prints the methods of a group: the descriptors of the types package, and the properties that only servers use. */
export function methodsText(context: GroupContext): string {
  const { group, scope } = context
  const facts = group.methods.flatMap((method) => {
    const members = factsOf(context, method)
    return members.length === 0
      ? []
      : [`${propertyKey(method.standalone)}: { ${members.join(', ')} }`]
  })
  const join = scope.use(codegen, 'serverMethods', 'value')
  const others = facts.length === 0 ? '' : `, { ${facts.join(', ')} }`
  return `/* @__PURE__ */ ${join}(descriptors${others})`
}

function factsOf(context: GroupContext, method: Method): readonly string[] {
  const subscription = subscriptionText(context, method)
  const availability = availabilityText(method.availability)
  return [
    ...(availability === availabilityText(context.group.availability)
      ? []
      : [`availability: ${availability}`]),
    ...(method.enabledBy === undefined ? [] : [`enabledBy: ${settingText(method.enabledBy)}`]),
    ...(subscription === undefined ? [] : [`topics: ${subscription}`]),
  ]
}
