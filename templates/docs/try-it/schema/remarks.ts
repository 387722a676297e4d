import { boundLabels, furtherLabels, patternWords, sizeLabels } from '@rpcloom/schema/internal'
import { numberOf, textOf, type ValueView } from './view.ts'

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

export function remarksOf(view: ValueView): Remarks {
  const [type] = view.valuesOf('type')
  const types = Array.isArray(type) ? type.join(' or ') : type
  return {
    title: textOf(view, 'title'),
    // The description of a param takes precedence over the description of its type.
    description: textOf(view, 'x-about') ?? textOf(view, 'description'),
    hints: hintsOf(view),
    placeholder: presetOf(view),
    isSecret: isSecret(view),
    isDeprecated: view.valuesOf('deprecated').includes(true),
    word: textOf(view, 'format') ?? (typeof types === 'string' ? types : ''),
  }
}

export function isSecret({ valuesOf }: Pick<ValueView, 'valuesOf'>): boolean {
  return valuesOf('x-secret').includes(true) || valuesOf('format').includes('password')
}

/** Returns the suggested value of a schema: the default, or else the first example. */
export function presetOf({ valuesOf }: ValueView): unknown {
  const [examples] = valuesOf('examples').filter((list) => Array.isArray(list) && list.length > 0)
  return [
    ...valuesOf('default'),
    ...valuesOf('example'),
    ...(Array.isArray(examples) ? examples : []),
  ][0]
}

function hintsOf(view: ValueView): readonly string[] {
  const limit = (keyword: string): number | undefined => numberOf(view, keyword)
  const pattern = textOf(view, 'pattern')
  const unit = textOf(view, 'x-unit')
  return [
    ...(unit === undefined ? [] : [`in ${unit}`]),
    ...boundLabels(limit),
    ...(pattern !== undefined && pattern.length <= longestPattern ? [patternHint(pattern)] : []),
    ...sizeLabels(limit),
    ...furtherLabels((keyword) => view.valuesOf(keyword)[0]),
  ]
}

function patternHint(pattern: string): string {
  const words = patternWords(pattern)?.replaceAll('`', '')
  return words === undefined ? `pattern ${pattern}` : `consists of ${words}`
}
