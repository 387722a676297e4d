import { createRequire } from 'node:module'

/** Recovers a public key. Throws if the signature is invalid. */
export type NativeRecover = (
  signature: Uint8Array,
  recovery: number,
  hash: Uint8Array,
  compressed: boolean,
) => Uint8Array

/** Recovers a public key in native code; undefined if it is not built for this platform. */
export const ecdsaRecover: NativeRecover | undefined = load()?.ecdsaRecover

function load(): { readonly ecdsaRecover: NativeRecover } | undefined {
  try {
    // Load the native file directly. The JavaScript fallback of the `secp256k1` package is slower
    // than `@noble/curves` and checks less.
    const library: unknown = createRequire(import.meta.url)('secp256k1/bindings')
    return isNative(library) ? library : undefined
  } catch {
    return undefined
  }
}

function isNative(library: unknown): library is { readonly ecdsaRecover: NativeRecover } {
  return (
    typeof library === 'object' &&
    library !== null &&
    'ecdsaRecover' in library &&
    typeof library.ecdsaRecover === 'function'
  )
}
