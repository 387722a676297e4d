import type { Format, Formats } from './format.ts'

/** Shared by all copies of this package: one reads what another has attached. */
const key = Symbol.for('rpcloom.formats')

/** Attaches custom formats to an OpenRPC document for every reader of the document. */
export function withFormats<Document extends object>(
  document: Document,
  formats: Formats,
): Document {
  return Object.defineProperty(document, key, { value: formats, configurable: true })
}

/** The custom formats of a document. */
export function formatsOf(document: unknown): Formats | undefined {
  if (typeof document !== 'object' || document === null) return undefined
  return Reflect.get(document, key) as Formats | undefined
}

/** Returns the custom format with a name from a document, which may be `constructor`. */
export function customFormat(formats: Formats | undefined, name: string): Format | undefined {
  return formats !== undefined && Object.hasOwn(formats, name) ? formats[name] : undefined
}
