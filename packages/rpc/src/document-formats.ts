import type { Format, Formats } from './format.ts'

/** All copies of this package share this key, so that each can read what another has attached. */
const key = Symbol.for('rpcloom.formats')

/** Attaches custom formats to an OpenRPC document. Everything that reads the document uses them. */
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

/**
 * Returns the custom format with this name. Only own members count, since a format may be called
 * `constructor`.
 */
export function customFormat(formats: Formats | undefined, name: string): Format | undefined {
  return formats !== undefined && Object.hasOwn(formats, name) ? formats[name] : undefined
}
