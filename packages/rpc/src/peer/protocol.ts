import { isRecord } from '../json-rpc.ts'

/** The names by which a protocol cancels calls and reports progress. */
export interface Protocol {
  /**
   * The notification that cancels a call, and the member of its params that contains the ID of the call:
   * `$/cancelRequest` and `id` in LSP. Without it, calls cannot be cancelled.
   */
  readonly cancel?: CancelNames | undefined
  /** Names for reporting the progress of a call. Without them, no progress is sent or received. */
  readonly progress?: ProgressNames | undefined
}

/** How a call is cancelled (`x-cancel`). */
export interface CancelNames {
  readonly method: string
  readonly id: string
}

/** How the progress of a call is reported (`x-progress`). */
export interface ProgressNames {
  /** The notification that reports progress. */
  readonly method: string
  /** Member of its params that contains the token of the call. */
  readonly token: string
  /** Member of its params that contains the value. If absent, the members of the value are members of the params. */
  readonly value?: string
  /**
   * Member of the params of a call that contains the token by which the caller asks for progress. A JSON pointer for a
   * member of a member: `/_meta/progressToken`.
   */
  readonly param: string
}

/** Params of a notification. */
type Params = Readonly<Record<string, unknown>>

/** Returns the params of a notification; undefined for other messages. */
export function paramsOf(message: unknown, notification: string | undefined): Params | undefined {
  const { id, method, params } = Object(message) as Params
  return method === notification && id === undefined && isRecord(params) ? params : undefined
}

/** Returns the params of a call with a token that asks for progress. Positional params have no place for a token. */
export function withToken(params: unknown, token: number, { param }: ProgressNames): unknown {
  return withMember(params ?? {}, stepsOf(param), token)
}

function withMember(value: unknown, [first, ...rest]: readonly string[], token: number): unknown {
  if (first === undefined) return token
  if (!isRecord(value ?? {})) return value
  const members = Object(value) as Params
  return { ...members, [first]: withMember(members[first], rest, token) }
}

/** Returns the token by which a caller asks for progress; undefined if it does not ask. */
export function tokenIn(params: unknown, { param }: ProgressNames): string | number | undefined {
  let value = params
  for (const step of stepsOf(param)) value = isRecord(value) ? value[step] : undefined
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

function stepsOf(param: string): readonly string[] {
  return param.split('/').filter((step) => step !== '')
}

/** Returns the params of the notification that reports progress. */
export function progressParams(
  token: string | number,
  reported: unknown,
  { token: name, value }: ProgressNames,
): Params {
  if (value === undefined) return { ...Object(reported), [name]: token } as Params
  return { [name]: token, [value]: reported }
}

/** Returns the value in the params of a notification that reports progress. */
export function progressIn(params: Params, { token, value }: ProgressNames): unknown {
  if (value !== undefined) return params[value]
  const { [token]: _token, ...reported } = params
  return reported
}
