import type { Method } from 'rpcloom/model'
import { block, code, type Leaf, note, nameHeading } from '../page/leaf.ts'
import { layoutJson } from './layout-json.ts'
import { type ParamRow, paramRows } from './method-params.ts'
import { type Branch, flatTree, type TreeSite } from './tree.ts'

/** The events of a subscription by topic. */
export interface SubscriptionPart {
  readonly notification: Leaf
  /** Undefined if no method starts or ends it. */
  readonly unsubscribe: Leaf | undefined
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

/** Returns the notifications part of a method page; undefined if the method sends none. */
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
    params:
      unsubscribe === undefined
        ? '<payload>'
        : { [idParam]: '<result of the call>', [payloadParam]: '<payload>' },
  }
  return {
    notification: code(notification),
    unsubscribe: unsubscribe === undefined ? undefined : code(unsubscribe),
    shape: block('json', layoutJson(shape)),
    topics: topics.map(({ name, summary, params, payload }) => {
      const id = site.ids.choose(`kind.${name}`)
      return {
        id,
        name: nameHeading(name),
        about: summary === undefined ? undefined : note(summary),
        params: paramRows(site, params, id),
        payload: { leaf: 'type', parts: site.labels.of(payload) },
        branches: flatTree(site, payload.type, `${id}.payload`).filter(
          ({ rows }) => rows.length > 0,
        ),
      }
    }),
  }
}
