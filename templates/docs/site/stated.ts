import type { Method } from 'rpcloom/model'
import type { GroupFrame, SiteContext } from './context.ts'
import { memberOf } from './schema-member.ts'

type Documents = Pick<SiteContext, 'bundles'>

/** Whether a document says who can call a group, or a method of it. Otherwise the site is silent about it. */
export function statesReach({ bundles }: Documents, group: GroupFrame, method?: Method): boolean {
  const document = bundles.of(group)
  const said = method && memberOf(document.method(method.wire), 'x-availability')
  return (said ?? document.member('x-availability')) !== undefined
}

/** Whether a document says that a group takes batches, or that it does not. */
export function statesBatches({ bundles }: Documents, group: GroupFrame): boolean {
  return memberOf(bundles.of(group).member('x-group'), 'batch') !== undefined
}

/** Whether anything says at which path a group is served. */
export function statesPath({ bundles }: Documents, group: GroupFrame): boolean {
  const said = memberOf(bundles.of(group).member('x-group'), 'path')
  return said !== undefined || group.servers.length > 0
}
