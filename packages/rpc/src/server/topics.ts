import type { SubscriptionDescriptor } from '../descriptor.ts'
import type { SubscriptionKind } from './types.ts'

/** Adds the handler names of generated code to the topics of a subscription. */
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
