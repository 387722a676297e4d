import type { Group } from 'rpcloom/model'
import { quoteString } from 'rpcloom/emit'

/** The address of a group as an object literal: its own, or the one of a path that some of its methods have. */
export function addressText({ route }: Group, path: string = route.path): string {
  const { chainPath, wsPath, chainWsPath, batch } = route
  const size = batch.allowed ? batch.maxPublic : false
  const members = [
    `path: ${quoteString(path)}`,
    ...(path === route.path ? textMembers({ chainPath, wsPath, chainWsPath }) : []),
    ...(size === undefined ? [] : [`batch: ${size}`]),
  ]
  return `{ ${members.join(', ')} }`
}

function textMembers(members: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(members).flatMap(([key, text]) =>
    text === undefined ? [] : [`${key}: ${quoteString(text)}`],
  )
}
