import type { MethodDescriptor, MethodTable } from '../descriptor.ts'
import { isMethod } from '../method-table.ts'
import type { ClientTable } from './client.ts'
import { method } from './method.ts'
import type { notification } from './notification.ts'
import type { paged } from './paged.ts'
import type { route } from './route.ts'
import type { subscription } from './subscription.ts'

/**
 * Constructors of functions other than plain methods. A document passes only those that it needs, so that
 * bundles omit the rest.
 */
export interface FunctionForms {
  readonly notification?: typeof notification
  readonly paged?: typeof paged
  readonly route?: typeof route
  readonly subscription?: typeof subscription
}

/** Returns the functions for a document's methods, by their names in a client. */
/* @__NO_SIDE_EFFECTS__ */
export function functionsOf(methods: MethodTable, forms: FunctionForms = {}): ClientTable {
  const all: MethodDescriptor[] = []
  const named = (table: MethodTable): ClientTable =>
    Object.fromEntries(
      Object.entries(table).flatMap(([name, entry]) => {
        if (!isMethod(entry)) return [[name, named(entry)]]
        all.push(entry)
        return isPushed(entry) ? [] : [[name, functionOf(entry, forms)]]
      }),
    )
  const functions = named(methods)
  const events = all.filter(
    ({ subscription, order }) => subscription && (subscription.single || order[0]),
  )
  const routes = all.flatMap((one) =>
    Object.keys(one.routes ?? {}).map((name) => [name, forms.route?.(one, name)] as const),
  )
  return Object.assign(
    functions,
    forms.subscription && { subscribe: forms.subscription(...events) },
    forms.route && { get: Object.fromEntries(routes) },
  )
}

/** Whether the method is a notification that only the server sends. */
function isPushed({ subscription }: MethodDescriptor): boolean {
  return subscription !== undefined && subscription.unsubscribe === undefined
}

function functionOf(descriptor: MethodDescriptor, { notification, paged }: FunctionForms): object {
  if (descriptor.pagination && paged) return paged(descriptor)
  return descriptor.returns === 'notification' && notification
    ? notification(descriptor)
    : method(descriptor)
}
