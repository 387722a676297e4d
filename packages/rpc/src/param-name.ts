import { recordOf, textOf } from './untrusted.ts'

/** Returns the name of the content descriptor at an index: its own, or one made from the index. */
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
