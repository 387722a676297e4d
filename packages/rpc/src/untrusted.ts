import { isRecord } from './json-rpc.ts'

/** Returns an array; an empty one for other values. For documents, which are not validated. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns an object; an empty one for other values. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

/** Returns a string; undefined for other values. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
