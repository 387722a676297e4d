import { type ErrorTable, nameInGroup, type NameInGroup } from '../error-tables.ts'
import { RpcError } from '../errors.ts'

/** Creates an error for a handler to throw. */
export type ErrorFactory<Data> = (data?: Data, message?: string) => RpcError

/** The factory of an error. `Data` types the data of errors that the document describes. */
type FactoryOf<Name, Data> = ErrorFactory<Name extends keyof Data ? Data[Name] : unknown>

type Qualified = `${string}.${string}`

/** Error factories of a group by name. Names without a dot keep the comments of the table. */
export type ErrorFactories<
  Errors extends ErrorTable,
  Names extends readonly (keyof Errors & string)[],
  Data,
> = {
  readonly [Name in keyof Pick<Errors, Exclude<Names[number], Qualified>>]: FactoryOf<Name, Data>
} & {
  readonly [Name in Names[number] & Qualified as NameInGroup<Name>]: FactoryOf<Name, Data>
}

/** Returns the factories of the errors that a group lists. Generated code declares its type. */
/* @__NO_SIDE_EFFECTS__ */
export function errorFactories<Factories>(errors: ErrorTable, names: readonly string[]): Factories {
  const factories = names.flatMap((name) => {
    const error = errors[name]
    if (error === undefined) return []
    const { code, message: usual, reason } = error
    const make: ErrorFactory<unknown> = (data, message = usual) =>
      new RpcError(code, message, { data, reason })
    return [[nameInGroup(name), make] as const]
  })
  return Object.fromEntries(factories) as Factories
}
