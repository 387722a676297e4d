import type { Group } from 'rpcloom/model'

/** Path of a group's Try it data, relative to the assets. */
export function tryDataPath({ slug }: Pick<Group, 'slug'>): string {
  return `try-it/${slug}.js`
}
