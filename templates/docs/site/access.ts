import { capitalized } from 'rpcloom/codegen'
import type { Member } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import type { Availability, EnabledBy, Group, Method } from 'rpcloom/model'

/** A label such as `Public` on a page. The color has no meaning beyond the text. */
export interface Badge {
  readonly text: string
  readonly tone: 'public' | 'local' | 'auth' | 'warning' | 'read' | 'write' | 'admin'
  readonly hint: string
}

type BadgeName =
  | 'public'
  | 'local'
  | 'socket'
  | 'auth'
  | 'off'
  | 'deprecated'
  | 'experimental'
  | 'read'
  | 'write'
  | 'admin'
  | 'subscribe'

/** All labels in the order of the legend on the landing page. */
export const badges: Readonly<Record<BadgeName, Badge>> = {
  public: {
    text: 'Public',
    tone: 'public',
    hint: 'Available on every server, including public ones',
  },
  local: { text: 'Local', tone: 'local', hint: 'Available only on your own server' },
  socket: {
    text: 'WebSocket only',
    tone: 'local',
    hint: 'Available over WebSocket, not over HTTP',
  },
  auth: {
    text: 'Authenticated',
    tone: 'auth',
    hint: 'The params contain the credentials of a user',
  },
  off: { text: 'Off by default', tone: 'warning', hint: 'A setting of the server enables it' },
  deprecated: { text: 'Deprecated', tone: 'warning', hint: 'Still works; use the replacement' },
  experimental: {
    text: 'Experimental',
    tone: 'warning',
    hint: 'May change or be removed in any version',
  },
  read: { text: 'Reads', tone: 'read', hint: 'Changes nothing; can be retried' },
  write: {
    text: 'Writes',
    tone: 'write',
    hint: 'Changes state, or returns something else with each call',
  },
  subscribe: {
    text: 'Subscribes',
    tone: 'read',
    hint: 'Sends events over the connection',
  },
  admin: { text: 'Administers', tone: 'admin', hint: 'Changes the server itself' },
}

type Shown = Pick<SiteContext, 'showsAvailability'>

export function methodBadges(
  site: Shown & Pick<SiteContext, 'bundles'>,
  { group, method }: Member,
): readonly Badge[] {
  return [
    ...(method.doc.deprecated === undefined ? [] : [badges.deprecated]),
    ...(method.experimental ? [badges.experimental] : []),
    ...(method.implementedBy ?? []).map(roleBadge),
    ...availabilityBadges(site, method.availability),
    ...(method.auth === undefined ? [] : [badges.auth]),
    ...(isOff(method.enabledBy) ? [badges.off] : []),
    ...effectBadges(site, { group, method }),
    ...(method.since === undefined ? [] : [sinceBadge(method.since)]),
  ]
}

/**
 * Returns the label for a method's effect. Effects that the document does not state are guesses and
 * have no label.
 */
function effectBadges(
  { bundles }: Pick<SiteContext, 'bundles'>,
  { group, method }: Member,
): readonly Badge[] {
  if (method.subscription !== undefined) return [badges.subscribe]
  const declared = bundles.of(group).methods.get(method.name)?.json['x-effect']
  return declared === method.effect ? [badges[method.effect]] : []
}

function roleBadge(role: string): Badge {
  return { text: role, tone: 'read', hint: `Implemented by the ${role}` }
}

function sinceBadge(version: string): Badge {
  return { text: `Since ${version}`, tone: 'read', hint: 'The first version that has it' }
}

export function groupBadges(site: Shown, group: Group): readonly Badge[] {
  return [
    ...(group.doc.deprecated === undefined ? [] : [badges.deprecated]),
    ...availabilityBadges(site, group.availability),
    ...(isOff(group.enabledBy) ? [badges.off] : []),
  ]
}

function availabilityBadges(
  { showsAvailability }: Shown,
  { http, ws }: Availability,
): readonly Badge[] {
  const isPublic = http === 'public' || ws === 'public'
  return [
    ...(showsAvailability ? [isPublic ? badges.public : badges.local] : []),
    ...(http === 'absent' && ws !== 'absent' ? [badges.socket] : []),
  ]
}

/** Words for values of `x-availability`, which are named for servers that are nodes. */
const reaches = { public: 'public', 'node-local': 'local' } as const

/** Describes availability: `Public over HTTP, local over WebSocket`. */
export function availabilityText({ http, ws }: Availability): string {
  const parts = [
    ...(http === 'absent' ? [] : [`${reaches[http]} over HTTP`]),
    ...(ws === 'absent' ? [] : [`${reaches[ws]} over WebSocket`]),
  ]
  const text = parts.join(', ')
  return text === '' ? 'Not available' : capitalized(text)
}

export function isOff(enabledBy: EnabledBy | undefined): boolean {
  return enabledBy !== undefined && !enabledBy.default
}

export function isLocal({ availability }: Pick<Method, 'availability'>): boolean {
  return availability.http !== 'public' && availability.ws !== 'public'
}
