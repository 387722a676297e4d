import {
  type ErrorLists,
  type ErrorTable,
  nameInGroup,
  type NameInGroup,
  reasonOf,
} from '../error-tables.ts'
import { RpcError } from '../errors.ts'

/** Creates an error for a handler to throw. */
export type ErrorFactory<Data> = (data?: Data, message?: string) => RpcError

/**
 * Factory of an error. `Data` contains the types of error data by error name, as far as the document
 * describes the data.
 */
type FactoryOf<Name, Data> = ErrorFactory<Name extends keyof Data ? Data[Name] : unknown>

type Qualified = `${string}.${string}`

/** Names of the errors that the methods of a group list. */
type NamesIn<Errors, Lists extends ErrorLists> = Extract<
  Lists[keyof Lists][number],
  keyof Errors & string
>

/**
 * Error factories of a group by name. Names without a dot are mapped without renaming, so that editors show
 * the doc comments of the error table.
 */
export type ErrorFactories<Errors extends ErrorTable, Lists extends ErrorLists, Data> = {
  readonly [Name in keyof Pick<Errors, Exclude<NamesIn<Errors, Lists>, Qualified>>]: FactoryOf<
    Name,
    Data
  >
} & {
  readonly [Name in NamesIn<Errors, Lists> & Qualified as NameInGroup<Name>]: FactoryOf<Name, Data>
}

/** Returns the factories of the errors that a group's methods list. Generated code declares its type. */
/* @__NO_SIDE_EFFECTS__ */
export function errorFactories<Factories>(errors: ErrorTable, lists: ErrorLists): Factories {
  const names = new Set(Object.values(lists).flat())
  const factories = [...names].flatMap((name) => {
    const error = errors[name]
    if (error === undefined) return []
    const { code, message: usual } = error
    const reason = reasonOf(name, error)
    const make: ErrorFactory<unknown> = (data, message = usual) =>
      new RpcError(code, message, { data, reason })
    return [[nameInGroup(name), make] as const]
  })
  return Object.fromEntries(factories) as Factories
}
