/** A custom format of the configuration: one object per format. */
export interface CustomFormat {
  readonly name: string
  /** TypeScript type of decoded values. With a codec, callers may pass this type or a string. */
  readonly type: CustomType
  /** Whether decoded values differ from the strings that are sent. */
  readonly hasCodec: boolean
}

/** A type as text, such as `` `ORD-${string}` `` or `Date`, or by its name in the formats module. */
export type CustomType =
  | { readonly kind: 'string' }
  | { readonly kind: 'template'; readonly text: string }
  | { readonly kind: 'global'; readonly name: string }
  | { readonly kind: 'exported'; readonly name: string }

/** How the types package includes the formats module. */
export type FormatsModule = (FormatsFile | FormatsPackage) & {
  /** Exported types that formats refer to, without duplicates. */
  readonly exportedTypes: readonly string[]
}

/** A TypeScript file that is copied. */
export interface FormatsFile {
  readonly kind: 'file'
  readonly path: string
  readonly text: string
  /** The file as JavaScript (CommonJS). */
  readonly script: string
}

/** A package that is imported. */
export interface FormatsPackage {
  readonly kind: 'package'
  readonly specifier: string
  readonly name: string
  readonly version: string
}
