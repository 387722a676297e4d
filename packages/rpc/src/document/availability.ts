import type { EnabledBy } from '../server/types.ts'
import { listOf, recordOf } from '@rpcloom/schema/json'
import { textOf } from './elements.ts'
import type { Members, OpenRpcAvailability, TransportName } from './types.ts'

const transports: readonly TransportName[] = ['http', 'ws']

/** Returns the items of a list that are known transports. */
export function transportsOf(listed: unknown): readonly TransportName[] {
  return transports.filter((name) => listOf(listed).includes(name))
}

/** Reads `x-availability`: one value for all transports, or one value for each transport. */
export function availabilityOf({ 'x-availability': declared }: Members): OpenRpcAvailability {
  const found: { -readonly [name in TransportName]?: OpenRpcAvailability[name] } = {}
  for (const transport of transports) {
    const reach = typeof declared === 'string' ? declared : recordOf(declared)[transport]
    const isAbsent = reach === 'absent' && reach !== declared
    if (reach === 'public' || reach === 'node-local' || isAbsent) found[transport] = reach
  }
  return found
}

export function enabledByOf({ 'x-enabled-by': declared }: Members): EnabledBy | undefined {
  const { setting, default: fallback } = recordOf(declared)
  const name = textOf(setting)
  if (name === undefined || typeof fallback !== 'boolean') return undefined
  return { setting: name, default: fallback }
}
