import { type Resolve, walkSchemas } from '@rpcloom/schema/internal'
import { isSecretName } from '../secret-name.ts'

/**
 * Returns JSON pointers to the secrets in a value. Secrets are marked by `x-secret: true` in the schema. Strings are
 * also recognized by the format `password` and the name of their member, unless the schema has `x-secret: false`.
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
      const isMarked = (mark: boolean): boolean => schemas.some((one) => one['x-secret'] === mark)
      if (isMarked(true)) {
        found.add(pointer)
        return false
      }
      const isNamed = isSecretName(pointer.slice(pointer.lastIndexOf('/') + 1))
      const isPassword = schemas.some(({ format }) => format === 'password')
      if ((isNamed || isPassword) && !isMarked(false)) addStrings(part, pointer, found)
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
