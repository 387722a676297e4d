import type { ContractCase, ContractFinding } from '@rpcloom/conform'
import { isObject } from '../json/pointer.ts'
import { matchesStars } from '../json/star-pattern.ts'
import { type JsonList, readJsonList } from './json-list.ts'

/** An entry of a list of cases to skip or of known findings. `*` in a value matches any text. */
export interface ListEntry {
  readonly method: string
  readonly case?: string
  readonly group?: string
  readonly code?: string
  readonly pointer?: string
  readonly reason?: string
}

const members = ['method', 'case', 'group', 'code', 'pointer', 'reason'] as const

const listItems = {
  itemOf: entryOf,
  expected: `an object with the strings ${members.join(', ')}; only method is required`,
}

export function readLists(files: readonly string[]): JsonList<ListEntry> {
  const items: ListEntry[] = []
  for (const file of files) {
    const list = readJsonList(file, listItems)
    if (list.kind === 'faulty') return list
    items.push(...list.items)
  }
  return { kind: 'items', items }
}

function entryOf(value: unknown): ListEntry | undefined {
  if (!isObject(value)) return undefined
  const known: readonly string[] = members
  const pairs = Object.entries(value)
  if (pairs.some(([name, text]) => !known.includes(name) || typeof text !== 'string')) {
    return undefined
  }
  const { method } = value
  return typeof method === 'string' ? { ...value, method } : undefined
}

export function entryFor(
  entries: readonly ListEntry[],
  one: Pick<ContractCase, 'group' | 'method' | 'name'>,
): ListEntry | undefined {
  return entries.find(
    (entry) =>
      matches(entry.method, one.method) &&
      matches(entry.case, one.name) &&
      matches(entry.group, one.group),
  )
}

export function expectationOf(
  entries: readonly ListEntry[],
  finding: ContractFinding,
): ListEntry | undefined {
  return entries.find(
    (entry) =>
      entryFor([entry], { ...finding, name: finding.case }) !== undefined &&
      matches(entry.code, finding.code) &&
      matches(entry.pointer, finding.pointer),
  )
}

/** Whether a pattern matches a text. An omitted pattern matches every text. */
function matches(pattern: string | undefined, text: string): boolean {
  return pattern === undefined || matchesStars(pattern, text)
}

export function listText(findings: readonly ContractFinding[]): string {
  const entries = findings.map(({ group, method, case: name, code, pointer }) => ({
    group,
    method,
    case: name,
    code,
    pointer,
  }))
  return `${JSON.stringify(entries, undefined, 2)}\n`
}
