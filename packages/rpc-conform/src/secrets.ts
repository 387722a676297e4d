import { isRecord } from '@rpcloom/rpc'
import { escapePart, type Resolve } from '@rpcloom/schema/internal'
import { walkSchemas } from './walk-schemas.ts'

/** Words at the end of a member name that indicate a secret, for documents that do not mark secrets. */
const secretWords =
  /((^|_)(pass|passwd|secret(_?key)?|seed_?phrase|api_?key|(access|auth|bearer|refresh|session)_?token|authorization|credential)|password|passphrase|private_?key|mnemonic)s?$/

export function isSecretName(name: string): boolean {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll('-', '_')
  return secretWords.test(words.toLowerCase())
}

/** Whether a secret is so long that it does not occur in other text by chance. */
export function isLong(secret: string): boolean {
  return secret.length >= 6
}

/**
 * Returns JSON pointers to the secrets in a value. Secrets are marked by `x-secret` in the schema, or
 * recognized by their name.
 */
export function secretPointers(
  schema: unknown,
  value: unknown,
  resolve: Resolve,
): readonly string[] {
  const found = new Set<string>()
  walkSchemas(schema, value, {
    resolve,
    visit({ pointer, value: part, schemas }) {
      if (schemas.some((one) => one['x-secret'] === true)) {
        found.add(pointer)
        return false
      }
      for (const [name, member] of isRecord(part) ? Object.entries(part) : []) {
        if (isSecretName(name)) addStrings(member, `${pointer}/${escapePart(name)}`, found)
      }
      return true
    },
  })
  return [...found]
}

function addStrings(value: unknown, pointer: string, found: Set<string>): void {
  walkSchemas(true, value, {
    resolve: () => undefined,
    visit({ pointer: inner, value: part }) {
      if (typeof part === 'string') found.add(pointer + inner)
      return true
    },
  })
}
