import type { Context, Handlers, ServerMethod } from './types.ts'

/** An object whose members are handlers. A handler is called as a member, so that it keeps its `this`. */
export type HandlerOwner = Readonly<Record<string, (params: unknown, ctx: Context) => unknown>>

/** Returns the object that contains the handler of a method; undefined for a method without a handler. */
export function handlerOwner(
  { namespace, member }: Pick<ServerMethod, 'namespace' | 'member'>,
  handlers: Handlers | undefined,
): HandlerOwner | undefined {
  const names = namespace?.split('.') ?? []
  const owner = names.reduce<object | undefined>(own, handlers)
  const handled = typeof own(owner, member) === 'function'
  return handled ? (owner as HandlerOwner) : undefined
}

/** Returns an own member of an object. Inherited members are ignored: a method may be called `toString`. */
function own(holder: object | undefined, name: string): object | undefined {
  if (typeof holder !== 'object' || !(name in holder)) return undefined
  const value = (holder as Record<string, unknown>)[name]
  const inherited = (Object.prototype as unknown as Record<string, unknown>)[name]
  if (value === inherited || name === 'constructor') {
    if (!Object.hasOwn(holder, name) || value === inherited) return undefined
  }
  return typeof value === 'object' || typeof value === 'function' ? (value ?? undefined) : undefined
}
