/** A custom format of the configuration. There is one object per format. */
export interface CustomFormat {
  readonly name: string
  /** TypeScript type of decoded values. If the format has a codec, callers may pass this type or a string. */
  readonly type: CustomType
  /** Whether the decoded values differ from the strings that are sent. */
  readonly hasCodec: boolean
}

/** A type given as text, such as `` `ORD-${string}` `` or `Date`, or by its name in the formats module. */
export type CustomType =
  | { readonly kind: 'string' }
  | { readonly kind: 'template'; readonly text: string }
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'exported'; readonly name: string }

/** How the types package includes the formats module. */
export type FormatsModule = (FormatsFile | FormatsPackage) & {
  /** Exported types that the formats refer to, without duplicates. */
  readonly exportedTypes: readonly string[]
}

/** A formats module that is copied: a TypeScript file. */
export interface FormatsFile {
  readonly kind: 'file'
  readonly path: string
  readonly text: string
  /** The same file as JavaScript (CommonJS). */
  readonly script: string
}

/** A formats module that is imported from a package. */
export interface FormatsPackage {
  readonly kind: 'package'
  readonly specifier: string
  readonly name: string
  readonly version: string
}
