import { type MethodDigest, type ParamDigest, parseDigest } from './api-digest.ts'

/** What changed in the API between two runs; a method is `group key` and wire name. */
export interface ApiChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
  /** What is different about each changed method. */
  readonly details: readonly MethodChange[]
}

export interface MethodChange {
  readonly method: string
  /** `perhaps`: a type is another one, and which values it gained or lost is for `rpcloom diff` to say. */
  readonly breaking: 'yes' | 'perhaps' | 'no'
  readonly changes: readonly Change[]
}

/** One difference, in the words of the document. */
export type Change =
  | {
      readonly kind: 'param-added' | 'param-required'
      readonly param: string
      readonly required: boolean
    }
  | { readonly kind: 'param-removed' | 'param-type'; readonly param: string }
  | { readonly kind: 'param-order' | 'result-added' | 'result-removed' | 'result-type' | 'rest' }

/** Nothing changed. */
export const noChanges: ApiChanges = { added: [], removed: [], changed: [], details: [] }

/** Compares the digests of two runs. */
export function compareApi(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): ApiChanges {
  const names = (record: Readonly<Record<string, string>>): readonly string[] =>
    Object.keys(record).sort()
  const changed = names(after).filter(
    (name) => Object.hasOwn(before, name) && before[name] !== after[name],
  )
  return {
    added: names(after).filter((name) => !Object.hasOwn(before, name)),
    removed: names(before).filter((name) => !Object.hasOwn(after, name)),
    changed,
    details: changed.map((method) => changeOf(method, before[method] ?? '', after[method] ?? '')),
  }
}

function changeOf(method: string, before: string, after: string): MethodChange {
  const [old, now] = [parseDigest(before), parseDigest(after)]
  if (old === undefined || now === undefined) return { method, breaking: 'perhaps', changes: [] }
  const changes: readonly Change[] = [
    ...paramChanges(old.params, now.params),
    ...resultChanges(old, now),
    ...(old.rest === now.rest ? [] : [{ kind: 'rest' } as const]),
  ]
  const weights = changes.map(weightOf)
  const breaking = weights.includes('yes') ? 'yes' : weights.includes('perhaps') ? 'perhaps' : 'no'
  return { method, breaking, changes }
}

function paramChanges(
  before: readonly ParamDigest[],
  after: readonly ParamDigest[],
): readonly Change[] {
  const old = new Map(before.map((param) => [param.name, param]))
  const now = new Map(after.map((param) => [param.name, param]))
  const changes = after.flatMap((param): readonly Change[] => {
    const { name, required, type } = param
    const was = old.get(name)
    if (was === undefined) return [{ kind: 'param-added', param: name, required }]
    return [
      ...(was.required === required
        ? []
        : [{ kind: 'param-required', param: name, required } as const]),
      ...(was.type === type ? [] : [{ kind: 'param-type', param: name } as const]),
    ]
  })
  const removed = before
    .filter(({ name }) => !now.has(name))
    .map(({ name }): Change => ({ kind: 'param-removed', param: name }))
  const kept = (list: readonly ParamDigest[], other: ReadonlyMap<string, ParamDigest>): string =>
    list
      .filter(({ name }) => other.has(name))
      .map(({ name }) => name)
      .join('\n')
  const moved: readonly Change[] =
    kept(before, now) === kept(after, old) ? [] : [{ kind: 'param-order' }]
  return [...changes, ...removed, ...moved]
}

function resultChanges(before: MethodDigest, after: MethodDigest): readonly Change[] {
  if (before.result === after.result) return []
  if (before.result === undefined) return [{ kind: 'result-added' }]
  return [{ kind: after.result === undefined ? 'result-removed' : 'result-type' }]
}

function weightOf(change: Change): MethodChange['breaking'] {
  switch (change.kind) {
    case 'param-added':
    case 'param-required':
      return change.required ? 'yes' : 'no'
    case 'param-removed':
    case 'result-removed':
      return 'yes'
    case 'param-type':
    case 'param-order':
    case 'result-added':
    case 'result-type':
    case 'rest':
      return 'perhaps'
    default:
      return change satisfies never
  }
}

/** A difference in a few words. */
export function changeText(change: Change): string {
  switch (change.kind) {
    case 'param-added':
      return `${change.required ? 'required' : 'optional'} param ${change.param} added`
    case 'param-required':
      return `param ${change.param} is ${change.required ? 'required now' : 'optional now'}`
    case 'param-removed':
      return `param ${change.param} removed`
    case 'param-type':
      return `type of param ${change.param}`
    case 'param-order':
      return 'order of the params'
    case 'result-added':
      return 'answers now'
    case 'result-removed':
      return 'answers no more'
    case 'result-type':
      return 'type of the result'
    case 'rest':
      return 'errors or settings'
    default:
      return change satisfies never
  }
}
