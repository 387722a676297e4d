import type { Method } from 'rpcloom/model'
import {
  needsLossless,
  paramsObject,
  quoteString,
  relativeImport,
  validatorsPath,
} from 'rpcloom/emit'
import type { GroupContext } from './context.ts'
import { availabilityText, settingText } from './facts.ts'
import { subscriptionText } from './subscriptions.ts'

/** One row of a group's table. */
export function methodText(context: GroupContext, method: Method, index: number): string {
  const { scope, shape } = context
  const { result } = method
  const params = shape(paramsObject(method), 'read')
  const encoded = result === undefined || result.empty ? undefined : shape(result.type, 'write')
  const secrets = method.params.filter(({ secret }) => secret).map(({ name }) => name)
  const check = checkName(context, index)
  const subscription = subscriptionText(context, method)
  const members = [
    `wire: ${quoteString(method.wire)}`,
    `namespace: ${quoteString(method.namespace)}`,
    `member: ${quoteString(method.member)}`,
    `order: ${list(method.params.map(({ name }) => name))}`,
    `required: ${list(method.params.filter(({ required }) => required).map(({ name }) => name))}`,
    `structure: ${quoteString(method.paramStructure)}`,
    ...(check === undefined ? [] : [`check: ${check}`]),
    ...(params === undefined ? [] : [`params: ${params}`]),
    ...(encoded === undefined ? [] : [`result: ${encoded}`]),
    ...(isLossless(context, method) ? ['lossless: true'] : []),
    `effect: ${quoteString(method.effect)}`,
    `availability: ${availabilityText(method.availability)}`,
    ...(method.enabledBy === undefined ? [] : [`enabledBy: ${settingText(method.enabledBy)}`]),
    ...(method.auth === undefined ? [] : [`auth: ${quoteString(method.auth)}`]),
    ...(result === undefined ? ['notification: true'] : []),
    ...(result?.empty ? ['empty: true'] : []),
    ...(subscription === undefined ? [] : [`subscription: ${subscription}`]),
    ...(secrets.length === 0 ? [] : [`secrets: ${list(secrets)}`]),
  ]
  return `{ ${members.join(', ')} }`

  function checkName({ group, path, validators }: GroupContext, at: number): string | undefined {
    const name = validators.names.get(at)
    if (name === undefined) return undefined
    return scope.use(relativeImport(path, validatorsPath(group)), name, 'value')
  }
}

/** A subscription's params depend on its kind, which is read after the text. */
function isLossless({ api }: GroupContext, method: Method): boolean {
  const kinds = method.subscription?.kinds ?? []
  return [paramsObject(method), ...kinds.map(paramsObject)].some((params) =>
    needsLossless(api, params),
  )
}

function list(names: readonly string[]): string {
  return `[${names.map(quoteString).join(', ')}]`
}
