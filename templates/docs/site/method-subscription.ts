import type { Method } from 'rpcloom/model'
import { code, jsonBlock, type Leaf, note, nameHeading } from '../page/leaf.ts'
import { type ParamRow, paramRows } from './method-params.ts'
import { type Branch, flatTree, type TreeSite } from './tree.ts'

export interface SubscriptionPart {
  readonly notification: Leaf
  readonly unsubscribe: Leaf
  readonly shape: Leaf
  readonly topics: readonly SubscriptionTopic[]
}

interface SubscriptionTopic {
  readonly id: string
  readonly name: Leaf
  readonly about: Leaf | undefined
  readonly params: readonly ParamRow[]
  readonly payload: Leaf
  readonly branches: readonly Branch[]
}

export function subscriptionPart(
  site: TreeSite,
  { subscription }: Method,
): SubscriptionPart | undefined {
  if (subscription === undefined) return undefined
  const { notification, unsubscribe, topics } = subscription
  const { idParam = 'subscription', payloadParam = 'result' } = subscription
  const shape = {
    jsonrpc: '2.0',
    method: notification,
    params: { [idParam]: '<result of the call>', [payloadParam]: '<payload>' },
  }
  return {
    notification: code(notification),
    unsubscribe: code(unsubscribe),
    shape: jsonBlock(shape),
    topics: topics.map(({ name, summary, params, payload }) => {
      const id = site.ids.choose(`kind.${name}`)
      return {
        id,
        name: nameHeading(name),
        about: note(summary),
        params: paramRows(site, params, id),
        payload: { leaf: 'type', parts: site.labels.of(payload) },
        branches: flatTree(site, payload.type, `${id}.payload`).filter(
          ({ rows }) => rows.length > 0,
        ),
      }
    }),
  }
}
