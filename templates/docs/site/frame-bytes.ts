import type { Api } from 'rpcloom/model'
import { shownAtMost } from './menu.ts'

/** In steps, so that not every method that comes or goes makes others' pages anew. */
const step = 1024

/** About how many bytes of HTML stand around the body of a page of a group, or of none. */
export function openFrameBytes(api: Api): (group: string | undefined) => number {
  const around = 5 * step + 90 * api.groups.length
  const sizes = new Map(
    api.groups.map(({ key, methods }) => {
      const shown = methods.slice(0, shownAtMost(methods.length))
      return [key, shown.reduce((sum, { wire }) => sum + 44 + 2 * wire.length, around)] as const
    }),
  )
  const only = api.groups.length === 1 ? api.groups[0] : undefined
  return (group) => {
    const size = sizes.get(group ?? only?.key ?? '') ?? around
    return Math.ceil(size / step) * step
  }
}
