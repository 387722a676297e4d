import type { ErrorDescriptor } from './descriptor.ts'

/** The errors of a document by name. */
export type ErrorTable = Readonly<Record<string, ErrorDescriptor>>

/** Names of the errors that each method lists, by method name. */
export type ErrorLists = Readonly<Record<string, readonly string[]>>

/** Types of the errors of each method. `Groups` contains the error names of each method, by group. */
export type ListedErrors<
  Errors extends ErrorTable,
  Groups extends Readonly<Record<string, ErrorLists>>,
  Data,
> = {
  readonly [Method in MethodsOf<Groups[keyof Groups]>]: [
    ListedNames<Groups[keyof Groups], Method>,
  ] extends [never]
    ? object
    : ListedError<Errors, ListedNames<Groups[keyof Groups], Method>, Data>
}

type MethodsOf<Lists> = Lists extends unknown ? keyof Lists : never

/** Names of the errors that one method lists. */
export type ListedNames<Lists, Method extends PropertyKey> =
  Lists extends Readonly<Record<Method, readonly (infer Name)[]>> ? Name : never

type ListedError<Errors extends ErrorTable, Name, Data> = Name extends keyof Errors & string
  ? ErrorCode<Errors[Name]['code'], ReasonOf<Name, Errors[Name]>> &
      (Name extends keyof Data ? ErrorWithData<Data[Name]> : unknown)
  : never

type ReasonOf<Name extends string, Descriptor> = Descriptor extends {
  readonly reason: infer Reason
}
  ? Reason extends null
    ? string | undefined
    : Reason
  : NameInGroup<Name>

interface ErrorCode<Code extends number, Reason> {
  readonly code: Code
  readonly reason: Reason
}

/** An error with data. A server may send incomplete data with only the reason, or no data at all. */
interface ErrorWithData<Data> {
  readonly data?: Data | { reason: string } | undefined
}

/** The name of an error without its group: the result type of `nameInGroup`. */
export type NameInGroup<Name extends string> = Name extends `${string}.${infer Rest}`
  ? NameInGroup<Rest>
  : Name

/** Returns the name of an error without its group: `unknownAsset` for `xChain.unknownAsset`. */
export function nameInGroup(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** Returns the symbolic name of an error; undefined if the document declares none. */
export function reasonOf(
  name: string,
  { reason = nameInGroup(name) }: ErrorDescriptor,
): string | undefined {
  return reason ?? undefined
}
