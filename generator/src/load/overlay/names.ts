import { literalPattern } from '../../json/literal-pattern.ts'
import type { Names, Renames } from './types.ts'

/** Applies the renames of an overlay and records which renames were used. */
export interface NameBook {
  readonly method: (name: string) => string
  readonly namespace: (name: string) => string
  /** Renames the segments of a path or URL. */
  readonly path: (path: string) => string
  /** Renames methods, paths and units in prose. */
  readonly prose: (text: string) => string
  readonly unit: (unit: string) => string
  /**
   * Renames an asset alias if `member` is one of the members listed in the overlay. If `member` is
   * undefined, the alias is always renamed.
   */
  readonly asset: (member: string | undefined, text: string) => string
  readonly machine: (text: string) => string
  /** Returns the renames of names that do not occur in any file, as paths in the overlay file. */
  readonly unused: () => readonly (readonly [map: 'namespaces' | 'methods', name: string])[]
}

export function openNames(renames: Renames): NameBook {
  const { pathSegments, virtualMachines, assets, units } = renames
  const used = new Set<string>()
  const words = wordPattern(Object.keys(units))
  const path = (whole: string): string => pathName(pathSegments, whole)
  return {
    method: (name) => methodName(renames, name, used),
    namespace: (name) => namespaceName(renames, name, used),
    path,
    prose: (text) =>
      text
        .replaceAll(/(?<![\w.])[A-Za-z]\w*\.[A-Za-z]\w*/g, (name) => methodName(renames, name))
        .replaceAll(/(?<![\w/.:])(?:\/[\w{}.:-]+){2,}/g, path)
        .replaceAll(words, (word) => otherName(units, word)),
    unit: (unit) => otherName(units, unit),
    asset: (member, text) =>
      member === undefined || assets.members.includes(member)
        ? otherName(assets.aliases, text)
        : text,
    machine: (text) => otherName(virtualMachines, text),
    unused: () =>
      (['namespaces', 'methods'] as const).flatMap((map) =>
        Object.keys(renames[map])
          .filter((name) => !used.has(`${map} ${name}`))
          .map((name) => [map, name] as const),
      ),
  }
}

/**
 * Renames a method and adds the rename to `used`. For names in prose, callers omit `used`, because
 * a mention in prose does not prove that the method exists.
 */
function methodName(renames: Renames, name: string, used?: Set<string>): string {
  const { methods } = renames
  if (Object.hasOwn(methods, name)) {
    used?.add(`methods ${name}`)
    return methods[name] ?? name
  }
  const dot = name.indexOf('.')
  if (dot < 1) return name
  return namespaceName(renames, name.slice(0, dot), used) + name.slice(dot)
}

function namespaceName({ namespaces }: Renames, name: string, used?: Set<string>): string {
  if (Object.hasOwn(namespaces, name)) used?.add(`namespaces ${name}`)
  return otherName(namespaces, name)
}

function pathName(segments: Names, whole: string): string {
  const [host = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(whole) ?? []
  const [way = '', ...rest] = whole.slice(host.length).split(/(?=[?#])/)
  const renamed = way.split('/').map((segment) => otherName(segments, segment))
  return [host, renamed.join('/'), ...rest].join('')
}

function otherName(names: Names, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name
}

/**
 * Returns a pattern that matches any of the given whole words. The pattern for an empty list
 * matches nothing.
 */
function wordPattern(words: readonly string[]): RegExp {
  if (words.length === 0) return /(?!)/g
  return new RegExp(String.raw`(?<![\w.])(?:${words.map(literalPattern).join('|')})(?!\w)`, 'g')
}
