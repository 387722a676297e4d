import type { Finding, Severity } from '../diagnostics/diagnostics.ts'
import { isMatch } from '../json/path-pattern.ts'
import { child, isArray, isObject, textOf } from '../json/pointer.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { ruleOf } from './table.ts'
import type { OptionValue, Options, Rule } from './rule.ts'

interface RuleSetting {
  readonly severity?: Severity | 'off'
  readonly options: Options
}

/** An entry of `lint.ignore`. */
export interface IgnoreEntry {
  readonly rule: string
  /** Globs for file paths and pointers. If a glob is absent, every file or pointer matches. */
  readonly file?: string
  readonly pointer?: string
}

export interface LintSettings {
  /** Settings by rule name. The configuration may also use the rule's code. */
  readonly rules: ReadonlyMap<string, RuleSetting>
  readonly ignore: readonly IgnoreEntry[]
  /** `all` also enables rules about style. */
  readonly preset?: Preset
}

const presets = ['recommended', 'all'] as const
type Preset = (typeof presets)[number]

const noSettings: LintSettings = { rules: new Map(), ignore: [] }

const severities = ['off', 'warn', 'error'] as const

/** Validates the member `lint` of a configuration. `file` is the configuration's path in diagnostics. */
export function checkLint(file: string, json: Json | undefined): readonly Finding[] {
  if (json === undefined) return []
  const fault = (pointer: string, message: string): Finding => ({
    code: 'RL002',
    message,
    place: { file, pointer: `/lint${pointer}` },
  })
  if (!isObject(json)) return [fault('', 'The option `lint` must be an object.')]
  const findings = Object.keys(json)
    .filter((name) => name !== 'rules' && name !== 'ignore' && name !== 'preset')
    .map((name) => fault(child('', name), `Unknown option \`lint.${name}\`.`))
  const { rules = {}, ignore = [], preset } = json
  if (preset !== undefined && !presets.some((known) => known === preset))
    findings.push(fault('/preset', 'The option `lint.preset` must be "recommended" or "all".'))
  if (!isObject(rules)) findings.push(fault('/rules', 'The option `lint.rules` must be an object.'))
  for (const [name, setting] of Object.entries(isObject(rules) ? rules : {})) {
    const message = settingFault(name, setting)
    if (message !== undefined) findings.push(fault(child('/rules', name), message))
  }
  if (!isArray(ignore)) findings.push(fault('/ignore', 'The option `lint.ignore` must be a list.'))
  for (const [index, entry] of (isArray(ignore) ? ignore : []).entries()) {
    const message = ignoreFault(entry)
    if (message !== undefined) findings.push(fault(`/ignore/${index}`, message))
  }
  return findings
}

function settingFault(name: string, setting: Json): string | undefined {
  const rule = ruleOf(name)
  if (rule === undefined) return `Unknown lint rule \`${name}\`.`
  const [severity, options = {}, ...more] = isArray(setting) ? setting : [setting]
  if (!severities.some((known) => known === severity) || more.length > 0) {
    return `A rule must be "off", "warn" or "error", or a list of a severity and options.`
  }
  if (!isObject(options)) return `The options of \`${name}\` must be an object.`
  for (const [option, value] of Object.entries(options)) {
    const message = optionFault(rule, option, value)
    if (message !== undefined) return message
  }
  return undefined
}

function optionFault(rule: Rule, option: string, value: Json): string | undefined {
  const usual = Object.hasOwn(rule.options ?? {}, option) ? rule.options?.[option] : undefined
  if (usual === undefined) return `The rule \`${rule.name}\` has no option \`${option}\`.`
  if (optionOf(value, usual) !== undefined) return undefined
  const expected = typeof usual === 'number' ? 'a number' : 'a list of strings'
  return `The option \`${option}\` of \`${rule.name}\` must be ${expected}.`
}

/** Returns the value of an option if it has the type of the option's default. */
function optionOf(value: Json, usual: OptionValue): OptionValue | undefined {
  if (typeof usual === 'number') return typeof value === 'number' ? value : undefined
  if (!isArray(value)) return undefined
  const words = value.filter((word) => typeof word === 'string')
  return words.length === value.length ? words : undefined
}

function ignoreFault(entry: Json): string | undefined {
  if (!isObject(entry))
    return 'An entry of `ignore` must be an object with `rule`, and `file` or `pointer`.'
  for (const [name, value] of Object.entries(entry)) {
    if (!['rule', 'file', 'pointer'].includes(name))
      return `Unknown member \`${name}\` of \`ignore\`.`
    if (typeof value !== 'string') return `\`${name}\` must be a string.`
  }
  const { rule, file, pointer } = entry
  if (typeof rule !== 'string') return 'An entry of `ignore` requires a `rule`.'
  if (ruleOf(rule) === undefined) return `Unknown lint rule \`${rule}\`.`
  const glob = [file, pointer].find((text) => typeof text === 'string' && !isGlobSound(text))
  if (glob !== undefined) return `${textOf(glob)} is not a valid glob.`
  return file === undefined && pointer === undefined
    ? 'An entry of `ignore` requires a `file` or a `pointer`; to disable a rule everywhere, set it to "off".'
    : undefined
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
export function toLint(json: Json | undefined): LintSettings {
  if (!isObject(json)) return noSettings
  const { rules, ignore, preset } = json
  return {
    ...(preset === 'all' && { preset }),
    rules: new Map(
      Object.entries(isObject(rules) ? rules : {}).flatMap(([name, setting]) => {
        const rule = ruleOf(name)
        return rule === undefined ? [] : [[rule.name, toSetting(rule, setting)] as const]
      }),
    ),
    ignore: (isArray(ignore) ? ignore : []).filter(isObject).map(toIgnore),
  }
}

function toSetting(rule: Rule, setting: Json): RuleSetting {
  const [severity, given] = isArray(setting) ? setting : [setting]
  const options = { ...rule.options }
  for (const [name, value] of Object.entries(isObject(given) ? given : {})) {
    const usual = options[name]
    const option = usual === undefined ? undefined : optionOf(value, usual)
    if (option !== undefined) options[name] = option
  }
  if (severity === 'off' || severity === 'error') return { severity, options }
  return { severity: 'warning', options }
}

function toIgnore({ rule, file, pointer }: JsonObject): IgnoreEntry {
  return {
    rule: ruleOf(textOf(rule))?.name ?? '',
    ...(typeof file === 'string' && { file }),
    ...(typeof pointer === 'string' && { pointer }),
  }
}
