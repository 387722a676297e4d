import type { SchemaObject } from '@rpcloom/schema/internal'
import { boundTexts, sizeTexts } from './limits.ts'
import { isNumber, isText, keywordOf } from './parts.ts'

export interface Remarks {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly hints: readonly string[]
  readonly placeholder: unknown
  readonly isSecret: boolean
  readonly isDeprecated: boolean
  /** Format or type, shown next to the name. */
  readonly word: string
}

const longestPattern = 60

export function remarksOf(parts: readonly SchemaObject[]): Remarks {
  const format = keywordOf(parts, 'format', isText)
  const type = parts.map((part) => part['type']).find((one) => one !== undefined)
  const types = Array.isArray(type) ? type.join(' or ') : type
  return {
    title: keywordOf(parts, 'title', isText),
    // The description of a param takes precedence over the description of its type.
    description: keywordOf(parts, 'x-about', isText) ?? keywordOf(parts, 'description', isText),
    hints: hintsOf(parts),
    placeholder: presetOf(parts),
    isSecret: isSecretSchema(parts),
    isDeprecated: parts.some((part) => part['deprecated'] === true),
    word: format ?? (typeof types === 'string' ? types : ''),
  }
}

export function isSecretSchema(parts: readonly SchemaObject[]): boolean {
  return parts.some((part) => part['x-secret'] === true || part['format'] === 'password')
}

/** Returns the suggested value of a schema: the default, or else the first example. */
export function presetOf(parts: readonly SchemaObject[]): unknown {
  for (const keyword of ['default', 'example', 'examples']) {
    for (const part of parts) {
      if (!Object.hasOwn(part, keyword)) continue
      const value = part[keyword]
      if (keyword !== 'examples') return value
      if (Array.isArray(value) && value.length > 0) return value[0] as unknown
    }
  }
  return undefined
}

function hintsOf(parts: readonly SchemaObject[]): readonly string[] {
  // Bounds beyond the precision of doubles are bigints. They are omitted, because the format
  // already describes them.
  const numberOf = (keyword: string): number | undefined => keywordOf(parts, keyword, isNumber)
  const pattern = keywordOf(parts, 'pattern', isText)
  const unit = keywordOf(parts, 'x-unit', isText)
  return [
    ...(unit === undefined ? [] : [`in ${unit}`]),
    ...boundTexts(numberOf),
    ...(pattern !== undefined && pattern.length <= longestPattern ? [`pattern ${pattern}`] : []),
    ...sizeTexts(numberOf),
  ]
}
