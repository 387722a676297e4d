import type { Finding, Severity } from '../diagnostics/diagnostics.ts'
import { isMatch } from '../json/path-pattern.ts'
import type { UserIgnored, UserLint, UserRule } from '../engine/user-config.ts'
import { child } from '../json/pointer.ts'
import { ruleOf } from './table.ts'
import type { OptionValue, Options, Rule } from './rule.ts'

interface RuleSetting {
  readonly severity?: Severity | 'off'
  readonly options: Options
}

export interface LintSettings {
  /** Settings by rule name. The configuration may also use the rule's code. */
  readonly rules: ReadonlyMap<string, RuleSetting>
  readonly ignore: readonly UserIgnored[]
  /** `all` also enables rules about style. */
  readonly preset?: UserLint['preset']
}

/**
 * Checks that the rules of the member `lint` of a configuration exist, with their options. `file` is the
 * configuration's path in diagnostics.
 */
export function checkLint(file: string, lint: UserLint = {}): readonly Finding[] {
  const { rules = {}, ignore = [] } = lint
  return [
    ...Object.entries(rules).map(([name, setting]) => ({
      pointer: child('/lint/rules', name),
      message: settingFault(name, setting),
    })),
    ...ignore.map((entry, index) => ({
      pointer: `/lint/ignore/${index}`,
      message: ignoreFault(entry),
    })),
  ].flatMap(({ pointer, message }): Finding[] =>
    message === undefined ? [] : [{ code: 'RL002', message, place: { file, pointer } }],
  )
}

function settingFault(name: string, setting: UserRule): string | undefined {
  const rule = ruleOf(name)
  if (rule === undefined) return `Unknown lint rule \`${name}\`.`
  const options = typeof setting === 'string' ? {} : (setting[1] ?? {})
  return Object.entries(options)
    .map(([option, value]) => optionFault(rule, option, value))
    .find((message) => message !== undefined)
}

function optionFault(rule: Rule, option: string, value: unknown): string | undefined {
  const usual = Object.hasOwn(rule.options ?? {}, option) ? rule.options?.[option] : undefined
  if (usual === undefined) return `The rule \`${rule.name}\` has no option \`${option}\`.`
  if (optionOf(value, usual) !== undefined) return undefined
  const expected = typeof usual === 'number' ? 'a number' : 'a list of strings'
  return `The option \`${option}\` of \`${rule.name}\` must be ${expected}.`
}

/** Returns the value of an option if it has the type of the option's default. */
function optionOf(value: unknown, usual: OptionValue): OptionValue | undefined {
  if (typeof usual === 'number') return typeof value === 'number' ? value : undefined
  if (!Array.isArray(value)) return undefined
  const words = value.filter((word): word is string => typeof word === 'string')
  return words.length === value.length ? words : undefined
}

function ignoreFault({ rule, file, pointer }: UserIgnored): string | undefined {
  if (ruleOf(rule) === undefined) return `Unknown lint rule \`${rule}\`.`
  const glob = [file, pointer].find((text) => text !== undefined && !isGlobSound(text))
  return glob === undefined ? undefined : `${glob} is not a valid glob.`
}

/** Whether a glob is valid. A glob with a reversed range such as `[z-a]` is invalid. */
function isGlobSound(glob: string): boolean {
  try {
    isMatch(glob, '')
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** Converts the member `lint` of a configuration to settings. `checkLint` must have accepted the member. */
export function toLint({ rules = {}, ignore = [], preset }: UserLint = {}): LintSettings {
  return {
    ...(preset !== undefined && { preset }),
    rules: new Map(
      Object.entries(rules).flatMap(([name, setting]) => {
        const rule = ruleOf(name)
        return rule === undefined ? [] : [[rule.name, toSetting(rule, setting)] as const]
      }),
    ),
    ignore: ignore.map((entry) => ({ ...entry, rule: ruleOf(entry.rule)?.name ?? '' })),
  }
}

function toSetting(rule: Rule, setting: UserRule): RuleSetting {
  const [severity, given = {}] = typeof setting === 'string' ? [setting] : setting
  const options = { ...rule.options }
  for (const [name, value] of Object.entries(given)) {
    const usual = options[name]
    const option = usual === undefined ? undefined : optionOf(value, usual)
    if (option !== undefined) options[name] = option
  }
  if (severity === 'off' || severity === 'error') return { severity, options }
  return { severity: 'warning', options }
}
