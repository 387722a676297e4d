import { isRecord } from '@rpcloom/schema/json'
import { QueryError, UsageError } from './exit-codes.ts'

type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'every' }
  /** The value itself and everything in it. */
  | { readonly kind: 'descendants' }

/** A part of a result: a value, or a list of values if the path may match several. */
export type Query = (value: unknown) => unknown

/** Parses a JSON pointer, or a JSONPath with names, indices, `*` and `..`. Filters and slices are not supported. */
export function queryOf(path: string): Query {
  if (path === '' || path.startsWith('/')) return pointerQuery(path)
  if (!path.startsWith('$')) {
    throw new UsageError(
      '--query must be a JSON pointer such as /a/0, or a JSONPath such as $.a[0]',
    )
  }
  const steps = stepsOf(path)
  const isSingle = steps.every(({ kind }) => kind === 'member' || kind === 'index')
  return (value) => {
    let found: readonly unknown[] = [value]
    for (const step of steps) found = found.flatMap((one) => matchesOf(step, one))
    if (!isSingle) return found
    return found.length === 0 ? noMatch(path) : found[0]
  }
}

function pointerQuery(path: string): Query {
  const parts = path.split('/').slice(1)
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return (value) => {
    let found = value
    for (const name of names) {
      const isIndex = Array.isArray(found) && /^(0|[1-9]\d*)$/.test(name)
      const step: Step = isIndex ? { kind: 'index', index: Number(name) } : { kind: 'member', name }
      const matches = matchesOf(step, found)
      if (matches.length === 0) return noMatch(path)
      ;[found] = matches
    }
    return found
  }
}

function noMatch(path: string): never {
  throw new QueryError(`${path} matches nothing in the result`)
}

const pattern =
  /\.\.(?=[\w*[\u0080-\uFFFF-])|\.?(\*|[\w\u0080-\uFFFF-]+)|\[\s*(?:(\*)|(-?\d+)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\]/uy

function stepsOf(path: string): readonly Step[] {
  const steps: Step[] = []
  pattern.lastIndex = 1
  while (pattern.lastIndex < path.length) {
    const at = pattern.lastIndex
    const match = pattern.exec(path)
    if (!match)
      throw new UsageError(`--query: unexpected text at ${JSON.stringify(path.slice(at))}`)
    steps.push(stepOf(match))
  }
  return steps
}

function stepOf([text, name, every, index, single, double]: RegExpExecArray): Step {
  if (text === '..') return { kind: 'descendants' }
  if (name === '*' || every !== undefined) return { kind: 'every' }
  if (index !== undefined) return { kind: 'index', index: Number(index) }
  return { kind: 'member', name: name ?? (single ?? double ?? '').replaceAll(/\\(.)/gs, '$1') }
}

function matchesOf(step: Step, value: unknown): readonly unknown[] {
  switch (step.kind) {
    case 'member':
      return isRecord(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : []
    case 'index': {
      const index = Array.isArray(value) && step.index < 0 ? value.length + step.index : step.index
      return Array.isArray(value) && index in value ? [value[index]] : []
    }
    case 'every':
      return partsOf(value)
    case 'descendants':
      return descendantsOf(value)
    default:
      return step satisfies never
  }
}

function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isRecord(value) ? Object.values(value) : []
}

function descendantsOf(value: unknown): readonly unknown[] {
  const found = [value]
  for (const one of found) for (const part of partsOf(one)) found.push(part)
  return found
}
