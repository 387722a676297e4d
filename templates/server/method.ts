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

/** One row of a group's table. */
export function methodText(context: GroupContext, method: Method, index: number): string {
  const { api, scope, shape } = context
  const { result } = method
  const params = shape(paramsObject(method), 'read')
  const encoded = result === undefined || result.empty ? undefined : shape(result.type, 'write')
  const secrets = method.params.filter(({ secret }) => secret).map(({ name }) => name)
  const check = checkName(context, index)
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
    ...(needsLossless(api, paramsObject(method)) ? ['lossless: true'] : []),
    `effect: ${quoteString(method.effect)}`,
    `availability: ${availabilityText(method.availability)}`,
    ...(method.enabledBy === undefined ? [] : [`enabledBy: ${settingText(method.enabledBy)}`]),
    ...(method.auth === undefined ? [] : [`auth: ${quoteString(method.auth)}`]),
    ...(result === undefined ? ['notification: true'] : []),
    ...(result?.empty ? ['empty: true'] : []),
    ...(secrets.length === 0 ? [] : [`secrets: ${list(secrets)}`]),
  ]
  return `{ ${members.join(', ')} }`

  function checkName({ group, path, validators }: GroupContext, at: number): string | undefined {
    const name = validators.names.get(at)
    if (name === undefined) return undefined
    return scope.use(relativeImport(path, validatorsPath(group)), name, 'value')
  }
}

function list(names: readonly string[]): string {
  return `[${names.map(quoteString).join(', ')}]`
}
