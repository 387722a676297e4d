import { byPlace, type Diagnostic, type Locator } from '../diagnostics/diagnostics.ts'
import type { Loaded } from '../openrpc/loaded.ts'
import { findIgnores } from './ignores.ts'
import type { Problem } from './problem.ts'
import type { Rule } from './rule.ts'
import type { LintSettings } from './settings.ts'
import { subjectOf } from './subject.ts'
import { rules, unknownIgnore, unusedIgnore } from './table.ts'

export interface LintFinding extends Omit<Diagnostic, 'code'> {
  readonly code: string
  readonly rule: string
}

export interface LintOptions {
  readonly settings: LintSettings
  /**
   * Path of the configuration for diagnostics and, if the configuration is JSON, the locations of its members.
   */
  readonly config?: { readonly file: string } & Partial<Locator>
}

type Positioned = Pick<LintFinding, 'file' | 'pointer' | 'line' | 'column'>

/** Runs every enabled rule on documents. Ignored findings are dropped, and unused ignores are reported. */
export function lint(loaded: Loaded, { settings, config }: LintOptions): readonly LintFinding[] {
  const subject = subjectOf(loaded)
  const ignores = findIgnores(loaded, settings.ignore, config?.file ?? '')
  const locate = ({ file, pointer }: Problem['place']): Positioned => {
    const { place, ...position } = loaded.files.get(file)?.locate(pointer) ??
      (file === config?.file ? config.locate?.(pointer) : undefined) ?? { line: 1, column: 1 }
    return { file: place?.file ?? file, pointer: place?.pointer ?? pointer, ...position }
  }
  const found = rules.flatMap((rule) => {
    const set = settings.rules.get(rule.name)
    if (!isOn(rule)) return []
    const problems = [...rule.check(subject, { ...rule.options, ...set?.options })]
    const reported = problems.filter(({ place }) => !ignores.covers(rule.name, place))
    return reported.map((problem) => toFinding(rule, problem))
  })
  const meta = [
    ...(isOn(unusedIgnore) ? ignores.unused() : []).map((one) => toFinding(unusedIgnore, one)),
    ...(isOn(unknownIgnore) ? ignores.faulty : []).map((one) => toFinding(unknownIgnore, one)),
  ]
  return distinct([...found, ...meta]).sort(byPlace)

  function severityOf({ name, severity }: Rule): Rule['severity'] {
    const usual = severity === 'off' && settings.preset === 'all' ? 'warning' : severity
    return settings.rules.get(name)?.severity ?? usual
  }

  function isOn(rule: Rule): boolean {
    return severityOf(rule) !== 'off'
  }

  function toFinding(rule: Rule, { message, place }: Problem): LintFinding {
    return {
      code: rule.code,
      rule: rule.name,
      severity: severityOf(rule) === 'error' ? 'error' : 'warning',
      message,
      ...locate(place),
      help: rule.help,
    }
  }
}

/**
 * Removes duplicates. An element that several documents refer to is checked for each of them, but must be
 * reported once.
 */
function distinct(findings: readonly LintFinding[]): LintFinding[] {
  const known = new Map<string, LintFinding>()
  for (const finding of findings) {
    const { code, file, pointer, message } = finding
    const key = JSON.stringify([code, file, pointer, message])
    if (!known.has(key)) known.set(key, finding)
  }
  return [...known.values()]
}
