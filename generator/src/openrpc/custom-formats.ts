/** A custom format of the configuration. All uses of the format share one object. */
export interface CustomFormat {
  readonly name: string
  /** The JSON type of values as sent. */
  readonly of: 'string' | 'number'
  /**
   * TypeScript type of decoded values. Callers may also pass a string if a format of strings has a codec.
   */
  readonly type: CustomType
  /** Whether decoded values differ from the strings that are sent. */
  readonly hasCodec: boolean
}

/**
 * A type written out, such as `` `ORD-${string}` `` or `Date`, or the name of a type that the
 * formats module exports.
 */
export type CustomType =
  | { readonly kind: 'string' }
  | { readonly kind: 'template'; readonly text: string }
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'exported'; readonly name: string }

/** How the types package includes the formats module. */
export type FormatsModule = (FormatsFile | FormatsPackage) & {
  /** Names of types in the formats module that the formats use, without duplicates. */
  readonly exportedTypes: readonly string[]
}

/** A formats module in a TypeScript file, which is copied to the types package. */
export interface FormatsFile {
  readonly kind: 'file'
  readonly path: string
  readonly text: string
  /** The module compiled to JavaScript (CommonJS). */
  readonly script: string
}

/** A formats module that the types package imports from another package. */
export interface FormatsPackage {
  readonly kind: 'package'
  readonly specifier: string
  readonly name: string
  readonly version: string
}
