import type { Names, Renames } from './types.ts'

/** Applies the renames of an overlay and records which of them were used. */
export interface NameBook {
  readonly method: (name: string) => string
  readonly namespace: (name: string) => string
  /** Renames the segments of a path or URL. */
  readonly path: (path: string) => string
  /** Renames methods, paths and units in prose. */
  readonly prose: (text: string) => string
  readonly unit: (unit: string) => string
  /** Renames an asset alias in the named member. Without a member name the alias is always renamed. */
  readonly asset: (member: string | undefined, text: string) => string
  readonly machine: (text: string) => string
  /** Returns names in the overlay that never occurred, as paths to them in its file. */
  readonly unused: () => readonly (readonly [map: 'namespaces' | 'methods', name: string])[]
}

export function openNames(renames: Renames): NameBook {
  const { namespaces, methods, pathSegments, virtualMachines, assets, units } = renames
  const used = new Set<string>()

  function method(name: string): string {
    if (Object.hasOwn(methods, name)) {
      used.add(`methods ${name}`)
      return methods[name] ?? name
    }
    const dot = name.indexOf('.')
    return dot < 1 ? name : `${namespace(name.slice(0, dot))}${name.slice(dot)}`
  }

  function namespace(name: string): string {
    if (Object.hasOwn(namespaces, name)) used.add(`namespaces ${name}`)
    return otherName(namespaces, name)
  }

  function path(whole: string): string {
    const [host = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(whole) ?? []
    const [way = '', ...rest] = whole.slice(host.length).split(/(?=[?#])/)
    const segments = way.split('/').map((segment) => otherName(pathSegments, segment))
    return [host, segments.join('/'), ...rest].join('')
  }

  const words = wordPattern(Object.keys(units))
  function prose(text: string): string {
    return text
      .replaceAll(/(?<![\w.])[A-Za-z]\w*\.[A-Za-z]\w*/g, renamedQuietly)
      .replaceAll(/(?<![\w/.:])(?:\/[\w{}.:-]+){2,}/g, path)
      .replaceAll(words, (word) => otherName(units, word))
  }

  /** Renames a method without counting the name as used: an occurrence in prose is not a use. */
  function renamedQuietly(name: string): string {
    const before = new Set(used)
    const other = method(name)
    for (const one of used) if (!before.has(one)) used.delete(one)
    return other
  }

  return {
    method,
    namespace,
    path,
    prose,
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

function otherName(names: Names, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name
}

/** Returns a pattern that matches whole words. Without words it matches nothing. */
function wordPattern(words: readonly string[]): RegExp {
  if (words.length === 0) return /(?!)/g
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(String.raw`(?<![\w.])(?:${escaped.join('|')})(?!\w)`, 'g')
}
