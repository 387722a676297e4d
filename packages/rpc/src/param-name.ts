import { recordOf, textOf } from './untrusted.ts'

/** What the content descriptor at an index is called: what it says, or its position. */
export function paramName(descriptor: unknown, index: number): string {
  return ownName(descriptor) ?? `param${index + 1}`
}

/** Whether a param has a name to send it by. */
export function isNamed(descriptor: unknown): boolean {
  return ownName(descriptor) !== undefined
}

function ownName(descriptor: unknown): string | undefined {
  return textOf(recordOf(descriptor)['name'])
}
