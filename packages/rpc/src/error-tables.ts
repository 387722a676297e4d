import type { ErrorDescriptor } from './descriptor.ts'

/** Errors by name. */
export type ErrorTable = Readonly<Record<string, ErrorDescriptor>>

/** Names of the errors that each method lists, by method name. */
export type ErrorLists = Readonly<Record<string, readonly string[]>>

/**
 * Types of the errors that each method lists. `Groups` contains the lists of each group, since methods of
 * several groups may have the same name.
 */
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

/** The data of an error. A node may send only the reason in its place, or nothing. */
interface ErrorWithData<Data> {
  readonly data?: Data | { reason: string } | undefined
}

/** The part of an error's name after the last dot, which is its name in the group. Type of `nameInGroup`. */
export type NameInGroup<Name extends string> = Name extends `${string}.${infer Rest}`
  ? NameInGroup<Rest>
  : Name

/** Returns the part of an error's name after the last dot: `unknownAsset` for `xChain.unknownAsset`. */
export function nameInGroup(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** Returns the symbolic name of an error; undefined if the document gives none. */
export function reasonOf(
  name: string,
  { reason = nameInGroup(name) }: ErrorDescriptor,
): string | undefined {
  return reason ?? undefined
}
