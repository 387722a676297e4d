import type { ErrorDescriptor } from '../descriptor.ts'
import { RpcError } from '../errors.ts'

/** Makes an error that a handler throws. */
export type ErrorFactory<Data> = (data?: Data, message?: string) => RpcError

/** Makes the errors of a group, by name; `Data` types the data of those whose document describes it. */
export type ErrorFactories<Errors, Data = object> = {
  readonly [Name in keyof Errors]: ErrorFactory<Name extends keyof Data ? Data[Name] : unknown>
}

/** The factories of the errors of a group. */
/* @__NO_SIDE_EFFECTS__ */
export function errorFactories<Errors extends Readonly<Record<string, ErrorDescriptor>>, Data>(
  errors: Errors,
): ErrorFactories<Errors, Data> {
  const factories = Object.entries(errors).map(([name, { code, message: usual, reason }]) => {
    const make: ErrorFactory<unknown> = (data, message = usual) =>
      new RpcError(code, message, { data, reason })
    return [name, make]
  })
  return Object.fromEntries(factories) as ErrorFactories<Errors, Data>
}
