import type { Availability, EnabledBy } from 'rpcloom/model'
import { quoteString } from 'rpcloom/emit'

/** Literal of where an element may be used. */
export function availabilityText({ http, ws }: Availability): string {
  return `{ http: ${quoteString(http)}, ws: ${quoteString(ws)} }`
}

/** Literal of the setting that turns an element on. */
export function settingText(enabledBy: EnabledBy): string {
  return `{ setting: ${quoteString(enabledBy.setting)}, default: ${enabledBy.default} }`
}
