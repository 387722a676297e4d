import type { SubscriptionDescriptor } from '../descriptor.ts'
import type { SubscriptionKind } from './types.ts'

/** The topics of a subscription with the handlers that generated code names for them. */
export function withHandlers(
  descriptor: SubscriptionDescriptor | undefined,
  handlers: readonly Pick<SubscriptionKind, 'name' | 'member' | 'check' | 'required'>[],
): readonly SubscriptionKind[] {
  return handlers.map((handler) => ({
    order: [],
    ...descriptor?.topics[handler.name],
    ...handler,
  }))
}
