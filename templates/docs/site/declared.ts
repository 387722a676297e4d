import { own } from 'rpcloom/codegen'
import type { Group, Method } from 'rpcloom/model'
import type { SiteContext } from './context.ts'

type Documents = Pick<SiteContext, 'bundles'>

/**
 * Whether a document states who can call a group or method. Without such a statement, pages do not
 * mention availability.
 */
export function declaresAvailability(
  { bundles }: Documents,
  group: Group,
  method?: Method,
): boolean {
  const document = bundles.of(group)
  const declared = method && document.methods.get(method.name)?.json['x-availability']
  return (declared ?? document.json['x-availability']) !== undefined
}

export function declaresBatches({ bundles }: Documents, group: Group): boolean {
  return own(bundles.of(group).json['x-group'], 'batch') !== undefined
}

export function declaresPath({ bundles }: Documents, group: Group): boolean {
  const declared = own(bundles.of(group).json['x-group'], 'path')
  return declared !== undefined || group.servers.length > 0
}
