import { eventSchema, resultSchema } from '../document/schemas.ts'
import { checkSchema } from '@rpcloom/schema'
import { recordOf } from '@rpcloom/schema/json'
import { type Resolve } from '@rpcloom/schema/internal'
import { isThenable } from '../thenable.ts'
import { CallContext } from './context.ts'
import { loadDocument } from './document.ts'
import type { HandlerOwner } from './handler-owner.ts'
import type { MethodEntry } from './entry.ts'
import { resultText } from './result-text.ts'
import type { Context, DispatcherOptions, ServerGroup } from './types.ts'

type Handle = (params: unknown, ctx: Context) => unknown

/**
 * Wraps a handler to authenticate the user and to validate results, depending on the options
 * `authenticateUser` and `checkResults`. The handler keeps its `this`.
 */
export function guardedOwner(
  entry: MethodEntry,
  options: DispatcherOptions,
): HandlerOwner | undefined {
  const { owner, method } = entry
  const { authenticateUser, checkResults } = options
  const { auth } = method
  if (!owner || !((auth !== undefined && authenticateUser) || checkResults)) return owner
  let handle: Handle = (params, ctx) => owner[method.member]?.(params, ctx)
  if (auth !== undefined && authenticateUser) handle = withUser(handle, auth, authenticateUser)
  if (checkResults && !method.subscription) handle = withCheck(handle, entry)
  return { [method.member]: handle }
}

function withUser(
  handle: Handle,
  scheme: string,
  authenticate: NonNullable<DispatcherOptions['authenticateUser']>,
): Handle {
  return (params, ctx) => {
    const known = (user: unknown): unknown => {
      if (ctx instanceof CallContext) ctx.identify(user)
      return handle(params, ctx)
    }
    const user = authenticate({ scheme, params: recordOf(params) }, ctx)
    return isThenable(user) ? user.then(known) : known(user)
  }
}

function withCheck(handle: Handle, entry: MethodEntry): Handle {
  const { group, method } = entry
  const verify = async (value: unknown): Promise<unknown> => {
    const document = await loadDocument(group)
    const { resolve } = document
    const schema = resultSchema(document, method.name)
    verifyJson(JSON.parse(resultText(entry, value)), schema, { resolve, what: method.name })
    return value
  }
  return (params, ctx) => {
    const value = handle(params, ctx)
    return isThenable(value) ? value.then(verify) : verify(value)
  }
}

/** Throws an error that lists the JSON pointers of all invalid values. The error is written to the log. */
function verifyJson(
  value: unknown,
  schema: unknown,
  { resolve, what }: { readonly resolve: Resolve; readonly what: string },
): void {
  const issues = checkSchema(schema, value, { resolve, maxIssues: 10 })
  if (issues.length === 0) return
  const faults = issues.map(
    ({ pointer, message }) => `${pointer === '' ? '/' : pointer} ${message}`,
  )
  throw new TypeError(`The result of ${what} does not match its schema: ${faults.join('; ')}`)
}

/** Throws if an event, given as JSON text, is not valid against the document. */
export type PayloadCheck = (text: string) => void

export async function payloadCheck(
  group: ServerGroup,
  method: string,
  topic: string,
): Promise<PayloadCheck> {
  const document = await loadDocument(group)
  const { resolve } = document
  const schema = eventSchema(document, method, topic)
  return (text) => verifyJson(JSON.parse(text), schema, { resolve, what: `${method} ${topic}` })
}
