import { isRecord } from '@rpcloom/rpc'
import { isSecretName } from '@rpcloom/rpc/internal'
import { escapePart, type Resolve } from '@rpcloom/schema/internal'
import { walkSchemas } from './walk-schemas.ts'

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
