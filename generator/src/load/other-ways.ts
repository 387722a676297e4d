import { isRemote } from './files.ts'
import { sections } from '../openrpc/grammar.ts'

/**
 * Returns what an unresolved reference may have meant: the path with other separators, the pointer with its
 * `#` or first `/` added, a component whose bare name it is, or a component of that name if the section does
 * not exist.
 */
export function otherWays(ref: string): readonly string[] {
  const path = ref.replace(/^file:(\/\/)?/, '').replaceAll('\\', '/')
  if (path !== ref) return [path]
  const plain = /^#?\/?((?:components|methods|definitions|\$defs)\/.*)$/.exec(ref)
  const pointer = plain === null ? ref : `#/${plain[1]}`
  if (pointer !== ref) return [pointer, ...inComponents(pointer)]
  return /^[\w-]+$/.test(ref) ? components('', ref) : inComponents(ref)
}

/** Returns components with the last token of a pointer as name, if the rest is not a section. */
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

/** Maximum number of parent folders to try as the base of a path. */
const maxLevels = 6

/**
 * Returns a path into a subfolder with `../` prefixes, so that it starts from each parent folder of its file,
 * nearest first.
 */
export function waysFromAbove(ref: string): readonly string[] {
  if (!isDownward(ref)) return []
  const path = ref.replace(/^(\.\/)+/, '')
  return Array.from({ length: maxLevels }, (_, level) => '../'.repeat(level + 1) + path)
}

/** Whether a reference is to a file in a subfolder. Other paths are too likely to match by chance. */
function isDownward(ref: string): boolean {
  const [path = ''] = ref.split('#')
  return /^(\.\/)*[^./#][^#]*\/[^/#]+$/.test(path) && !isRemote(path) && !path.includes('..')
}
