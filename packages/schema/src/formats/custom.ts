import type { Formats } from './format.ts'

/** Symbol shared by all copies of this package. */
const key = Symbol.for('rpcloom.formats')

/** Attaches custom formats to an OpenRPC document, for servers, mocks and validation. */
export function withFormats<Document extends object>(
  document: Document,
  formats: Formats,
): Document {
  return Object.defineProperty(document, key, { value: formats, configurable: true })
}

export function formatsOf(document: unknown): Formats | undefined {
  if (typeof document !== 'object' || document === null) return undefined
  return Reflect.get(document, key) as Formats | undefined
}

export function customFormat(
  formats: Formats | undefined,
  name: string,
): Formats[string] | undefined {
  // A document may use a format whose name is also an inherited member of objects, such as `constructor`.
  return formats !== undefined && Object.hasOwn(formats, name) ? formats[name] : undefined
}
