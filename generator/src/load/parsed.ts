import type { Finding } from '../diagnostics/diagnostics.ts'
import type { Json } from '../json/types.ts'

/** The value of a file's text, or its syntax faults. */
export type Parsed =
  | {
      readonly kind: 'parsed'
      readonly json: Json
      /** Pointer to the value in the text, if it is not the root. */
      readonly at?: string
      readonly findings: readonly Finding[]
    }
  | { readonly kind: 'faulty'; readonly findings: readonly Finding[] }
