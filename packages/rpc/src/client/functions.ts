import type { MethodDescriptor, MethodTable } from '../descriptor.ts'
import { isMethod } from '../method-table.ts'
import type { ClientTable } from './client.ts'
import { method } from './method.ts'
import type { notification } from './notification.ts'
import type { optional } from './optional.ts'
import type { paged } from './paged.ts'
import type { route } from './route.ts'
import type { subscription } from './subscription.ts'

/**
 * Constructors of functions that need more code than a plain call. Generated code passes only the
 * constructors that a document needs, so that bundles omit the others.
 */
export interface FunctionForms {
  readonly notification?: typeof notification
  readonly optional?: typeof optional
  readonly paged?: typeof paged
  readonly route?: typeof route
  readonly subscription?: typeof subscription
}

/** Returns the functions for a document's methods, by their names in a client. */
/* @__NO_SIDE_EFFECTS__ */
export function functionsOf(methods: MethodTable, forms: FunctionForms = {}): ClientTable {
  const events: MethodDescriptor[] = []
  const get: Record<string, unknown> = {}
  const named = (table: MethodTable): Record<string, object> => {
    const functions: Record<string, object> = {}
    for (const [name, entry] of Object.entries(table)) {
      if (!isMethod(entry)) {
        functions[name] = named(entry)
        continue
      }
      const { subscription, order, routes } = entry
      if (subscription?.single || (subscription && order[0])) events.push(entry)
      for (const key in routes) get[key] = forms.route?.(entry, key)
      functions[name] = functionOf(entry, forms)
    }
    return functions
  }
  return {
    ...named(methods),
    ...(forms.subscription && { subscribe: forms.subscription(...events) }),
    ...(forms.route && { get }),
  }
}

function functionOf(descriptor: MethodDescriptor, forms: FunctionForms): object {
  const form = descriptor.pagination ? 'paged' : descriptor.returns
  return (forms[form as 'optional'] ?? method)(descriptor)
}
