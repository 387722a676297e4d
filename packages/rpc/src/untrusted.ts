import { isRecord } from './json-rpc.ts'

/** The members of a document are read without trust: what is of another type counts as not there. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** An object, or an empty one. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

/** A text, where there is one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
