import type { Availability, EnabledBy } from 'rpcloom/model'
import { type Expression, literalOf, objectMember, objectOf, stringOf } from 'rpcloom/codegen'

export function availabilityOf({ http, ws }: Availability): Expression {
  return objectOf([objectMember('http', stringOf(http)), objectMember('ws', stringOf(ws))])
}

export function settingOf(enabledBy: EnabledBy): Expression {
  return objectOf([
    objectMember('setting', stringOf(enabledBy.setting)),
    objectMember('default', literalOf(String(enabledBy.default))),
  ])
}
