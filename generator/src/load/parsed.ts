import type { Finding } from '../diagnostics/diagnostics.ts'
import type { Json } from '../json/types.ts'

/** The value of a parsed file, or the syntax errors. */
export type Parsed =
  | {
      readonly kind: 'parsed'
      readonly json: Json
      /** Pointer to the value within the file, if the value is not the root. */
      readonly at?: string
      readonly findings: readonly Finding[]
    }
  | { readonly kind: 'faulty'; readonly findings: readonly Finding[] }
