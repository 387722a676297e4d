import { isRecord } from '../json/values.ts'
import { pointerResolver } from '../references/resources.ts'
import type { CheckOptions } from '../types.ts'
import { explain } from './check.ts'
import { compilerOf } from './compiler.ts'

/** A validator that form, router and query libraries accept: https://standardschema.dev, version 1. */
export interface StandardSchema<Value = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'rpcloom'
    readonly validate: (value: unknown) => StandardResult<Value>
    readonly types?: { readonly input: Value; readonly output: Value } | undefined
  }
}

/** The value, or the issues of an invalid value. A path has the names and indexes that lead to the invalid part. */
export type StandardResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string
        readonly path: readonly PropertyKey[]
      }[]
    }

/**
 * Compiles a JSON Schema to a validator of the Standard Schema. The type argument is the type of valid values, which
 * are returned as they are. Takes the options of `checkSchema`.
 */
export function standardSchema<Value = unknown>(
  schema: unknown,
  options: Omit<CheckOptions, 'pointer' | 'effort'> = {},
): StandardSchema<Value> {
  const { resolve = pointerResolver(schema) } = options
  const check = compilerOf(resolve).checkOf(schema)
  return {
    '~standard': {
      version: 1,
      vendor: 'rpcloom',
      validate(value) {
        const found = explain(check, value, { ...options, resolve, schema })
        // The value has been validated.
        if (found.length === 0) return { value: value as Value }
        return {
          issues: found.map(({ message, pointer }) => ({ message, path: pathOf(value, pointer) })),
        }
      },
    },
  }
}

/** Returns the names and indexes of a pointer. A token is an index if the value there is an array. */
function pathOf(value: unknown, pointer: string): readonly PropertyKey[] {
  const path: PropertyKey[] = []
  let at = value
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    path.push(Array.isArray(at) ? Number(name) : name)
    at = Array.isArray(at) ? at[Number(name)] : isRecord(at) ? at[name] : undefined
  }
  return path
}
