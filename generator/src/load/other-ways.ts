import { isRemote } from './files.ts'
import { sections } from './grammar.ts'

/**
 * What else a reference may have meant: a path as other systems write it, a pointer that lacks its `#` or first
 * `/`, a component by its name alone, or in a section that there is not.
 */
export function otherWays(ref: string): readonly string[] {
  const path = ref.replace(/^file:(\/\/)?/, '').replaceAll('\\', '/')
  if (path !== ref) return [path]
  const plain = /^#?\/?((?:components|methods|definitions|\$defs)\/.*)$/.exec(ref)
  const pointer = plain === null ? ref : `#/${plain[1]}`
  if (pointer !== ref) return [pointer, ...inComponents(pointer)]
  return /^[\w-]+$/.test(ref) ? components('', ref) : inComponents(ref)
}

/** Components of the name that a pointer has last, where what it has before is no section of theirs. */
function inComponents(ref: string): readonly string[] {
  const [, file = '', within = '', section = '', name] =
    /^([^#]*)#\/(components\/)?([\w$-]+)\/([^/]+)$/.exec(ref) ?? []
  const isSection = within !== '' && Object.hasOwn(sections, section)
  return name === undefined || isSection ? [] : components(file, name)
}

function components(file: string, name: string): readonly string[] {
  return ['schemas', 'contentDescriptors', 'errors'].map(
    (section) => `${file}#/components/${section}/${name}`,
  )
}

/** Folders above a file that a path may have started at. */
const maxLevels = 6

/** A path that leads down, from each folder above its file, the nearest first. */
export function waysFromAbove(ref: string): readonly string[] {
  if (!isDownward(ref)) return []
  const path = ref.replace(/^(\.\/)+/, '')
  return Array.from({ length: maxLevels }, (_, level) => '../'.repeat(level + 1) + path)
}

/** Whether a reference names a file in a folder below: others are too easily found by chance. */
function isDownward(ref: string): boolean {
  const [path = ''] = ref.split('#')
  return /^(\.\/)*[^./#][^#]*\/[^/#]+$/.test(path) && !isRemote(path) && !path.includes('..')
}
