import { own } from 'rpcloom/codegen'
import type { Json } from 'rpcloom/model'

/** Returns an own member that is a string, which may be empty. */
export function textMember(json: Json | undefined, name: string): string | undefined {
  const value = own(json, name)
  return typeof value === 'string' ? value : undefined
}
