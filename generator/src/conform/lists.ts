import { readFileSync } from 'node:fs'
import type { ContractCase, ContractFinding } from '@rpcloom/conform'
import { isObject } from '../json/pointer.ts'

/** An entry of a list of cases to skip or of known findings. `*` in a value matches any text. */
export interface ListEntry {
  readonly method: string
  readonly case?: string
  readonly group?: string
  readonly code?: string
  readonly pointer?: string
  readonly reason?: string
}

export type ReadLists =
  | { readonly kind: 'entries'; readonly entries: readonly ListEntry[] }
  | { readonly kind: 'faulty'; readonly message: string }

const members = ['method', 'case', 'group', 'code', 'pointer', 'reason'] as const

export function readLists(files: readonly string[]): ReadLists {
  const entries: ListEntry[] = []
  for (const file of files) {
    const read = readList(file)
    if (read.kind === 'faulty') return read
    entries.push(...read.entries)
  }
  return { kind: 'entries', entries }
}

function readList(file: string): ReadLists {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return faulty(file, error instanceof Error ? error.message : String(error))
  }
  if (!Array.isArray(json)) return faulty(file, 'the file must contain a JSON array')
  const entries: ListEntry[] = []
  for (const [index, one] of (json as readonly unknown[]).entries()) {
    const entry = entryOf(one)
    if (entry === undefined) {
      return faulty(
        file,
        `/${index} must be an object with the strings ${members.join(', ')}; only method is required`,
      )
    }
    entries.push(entry)
  }
  return { kind: 'entries', entries }
}

function faulty(file: string, reason: string): ReadLists {
  return { kind: 'faulty', message: `${file}: ${reason}` }
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

/** Whether a pattern matches a text. `*` matches any text; an omitted pattern matches every text. */
function matches(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined || pattern === text) return true
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0 || !text.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1
    const found = isLast ? text.length - part.length : text.indexOf(part, at)
    if (found < at || !text.startsWith(part, found)) return false
    at = found + part.length
  }
  return true
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
