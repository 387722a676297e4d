import type { Members } from './types.ts'

/** The end of a connection that implements a method. */
export type Side = 'server' | 'client'

/** Returns the roles that implement a method (`x-implemented-by`): `server` by default. */
export function rolesOf(method: Members): readonly string[] {
  const declared = method['x-implemented-by']
  return isRoles(declared) ? declared : ['server']
}

/** Whether a value is a valid `x-implemented-by`: a list of names that is not empty. */
export function isRoles(declared: unknown): declared is readonly string[] {
  return (
    Array.isArray(declared) &&
    declared.length > 0 &&
    declared.every((role) => typeof role === 'string' && role !== '')
  )
}

/** The sides of a document's roles. */
export interface Sides {
  /** Whether neither `server` nor `client` is among the roles, so that the first role is the server. */
  readonly isGuessed: boolean
  /** Returns the sides that implement a method. */
  readonly of: (method: Members) => readonly Side[]
}

/**
 * Returns the sides of the roles in `x-implemented-by`. If a method is implemented by `server`, every other role
 * is the client. Otherwise, `client` is the client, or else the first role is the server.
 */
export function sidesOf(methods: readonly Members[]): Sides {
  const roles = new Set(methods.flatMap(rolesOf))
  const [first] = roles
  const isServer = (role: string): boolean => {
    if (roles.has('server')) return role === 'server'
    return roles.has('client') ? role !== 'client' : role === first
  }
  return {
    isGuessed: roles.size > 0 && !roles.has('server') && !roles.has('client'),
    of: (method) => [
      ...new Set(rolesOf(method).map((role) => (isServer(role) ? 'server' : 'client'))),
    ],
  }
}
