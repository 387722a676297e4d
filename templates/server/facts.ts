import type { Availability, EnabledBy } from 'rpcloom/model'
import { quoteString } from 'rpcloom/codegen'

export function availabilityText({ http, ws }: Availability): string {
  return `{ http: ${quoteString(http)}, ws: ${quoteString(ws)} }`
}

export function settingText(enabledBy: EnabledBy): string {
  return `{ setting: ${quoteString(enabledBy.setting)}, default: ${enabledBy.default} }`
}
