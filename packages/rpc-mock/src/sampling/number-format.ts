import { customFormat, isValid, listOf, type SchemaObject } from '@rpcloom/schema/internal'
import { found, type Sampled, type Search } from './search.ts'

const TRIES = 4

/** Generates a number of a custom format; undefined if the schemas have none, or if its samples are out of bounds. */
export function makeFormatted(
  schemas: readonly SchemaObject[],
  { random, resolve }: Search,
): Sampled | undefined {
  const examples = schemas
    .flatMap((schema) => listOf(schema['examples']))
    .filter((example) => typeof example === 'number')
  for (const { format } of schemas) {
    const custom = typeof format === 'string' ? customFormat(resolve.formats, format) : undefined
    if (custom?.of !== 'number') continue
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const number = custom.sample(random, random.pick(examples))
      if (schemas.every((schema) => isValid(schema, number, { resolve }))) return found(number)
    }
  }
  return undefined
}
