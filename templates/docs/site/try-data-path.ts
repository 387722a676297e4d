import type { Group } from 'rpcloom/model'

/** Path of what Try it knows of a group, below the assets. */
export function tryDataPath({ slug }: Pick<Group, 'slug'>): string {
  return `try-it/${slug}.js`
}
