import type { ErrorDescriptor } from './descriptor.ts'

/** Errors by name. */
export type ErrorTable = Readonly<Record<string, ErrorDescriptor>>

/** Names of errors, by the method or group that lists them. */
export type ErrorLists = Readonly<Record<string, readonly string[]>>

/** The types of the errors that each method lists. */
export type ListedErrors<Errors extends ErrorTable, Lists extends ErrorLists, Data> = {
  readonly [Method in keyof Lists]: Lists[Method] extends readonly []
    ? object
    : ListedError<Errors, Lists[Method][number], Data>
}

type ListedError<Errors extends ErrorTable, Name, Data> = Name extends keyof Errors
  ? ErrorCode<Errors[Name]['code'], ReasonOf<Errors[Name]>> &
      (Name extends keyof Data ? ErrorWithData<Data[Name]> : unknown)
  : never

type ReasonOf<Descriptor> = Descriptor extends { readonly reason: infer Reason }
  ? Reason
  : string | undefined

interface ErrorCode<Code extends number, Reason> {
  readonly code: Code
  readonly reason: Reason
}

/** A node without such data may send the reason in its place, or nothing. */
interface ErrorWithData<Data> {
  readonly data?: Data | { reason: string } | undefined
}

/** The name of an error in its group: the part after the last dot. Type of `nameInGroup`. */
export type NameInGroup<Name extends string> = Name extends `${string}.${infer Rest}`
  ? NameInGroup<Rest>
  : Name

/** Returns `unknownAsset` of `xChain.unknownAsset`. */
export function nameInGroup(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
