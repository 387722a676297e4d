import { isRecord } from '@rpcloom/rpc'
import {
  escapePart,
  isValid,
  memberSchemas,
  type Resolve,
  walkSchemas,
} from '@rpcloom/schema/internal'

const MAX_FOUND = 20

/**
 * Returns pointers to members that are valid only because the schema does not mention them. Ignores schemas
 * that are open on purpose: schemas without properties, or with rules for other names.
 */
export function unknownFields(
  schema: unknown,
  value: unknown,
  resolve: Resolve,
): readonly string[] {
  const found: string[] = []
  walkSchemas(schema, value, {
    resolve,
    applies: (one, part) => isValid(one, part, { resolve }),
    visit({ pointer, value: part, schemas }) {
      const isClosed = schemas.some(({ properties }) => isRecord(properties))
      for (const name of isClosed && isRecord(part) ? Object.keys(part) : []) {
        if (found.length === MAX_FOUND) break
        if (memberSchemas(schemas, name).length === 0) found.push(`${pointer}/${escapePart(name)}`)
      }
      return found.length < MAX_FOUND
    },
  })
  return found
}
