import type { Availability, EnabledBy } from 'rpcloom/model'
import { quoteString, relativeImport, validatorsPath } from 'rpcloom/codegen'
import type { GroupContext } from './context.ts'

export function availabilityText({ http, ws }: Availability): string {
  return `{ http: ${quoteString(http)}, ws: ${quoteString(ws)} }`
}

export function settingText(enabledBy: EnabledBy): string {
  return `{ setting: ${quoteString(enabledBy.setting)}, default: ${enabledBy.default} }`
}

/** Prints a reference to a validator, such as `validators.getBlock`. */
export function validatorText(
  { group, path, scope }: Pick<GroupContext, 'group' | 'path' | 'scope'>,
  name: string,
): string {
  const from = relativeImport(path, validatorsPath(group))
  return `${scope.use(from, '*', 'value', 'validators')}.${name}`
}
