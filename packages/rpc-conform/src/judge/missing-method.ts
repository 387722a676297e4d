import { INVALID_PARAMS, METHOD_NOT_FOUND, isRecord } from '@rpcloom/rpc'

/**
 * Error codes for a missing method: the code of JSON-RPC 2.0, "method not supported" of EIP-1474, "method not
 * enabled" of Besu, and "unsupported method" of EIP-1193.
 */
const codes: ReadonlySet<unknown> = new Set([METHOD_NOT_FOUND, -32004, -32604, 4200])

const absent =
  /\b(not (be )?(found|exist|supported|available|implemented|enabled|recognized)|doesn't exist|unsupported|unknown|no such|unimplemented)\b/i

/** Error messages for a missing method that do not contain its name. */
const generic =
  /^(the )?((rpc|requested) )?method (is |does |was )?not (found|exist|supported|available|implemented)\b|^(unknown|unsupported|no such) (rpc )?method\b|can't find (service|method) "/i

/**
 * Whether an error reports that the server lacks the method. Recognized by the code or, for servers with
 * other codes, by the message. A code that the document lists for the method has the listed meaning instead.
 */
export function isMissingMethodError(
  error: unknown,
  { name, listed }: { readonly name: string; readonly listed: ReadonlySet<number> },
): boolean {
  if (!isRecord(error)) return false
  const { code, message } = error
  if (code === METHOD_NOT_FOUND) return true
  if (typeof code === 'number' && listed.has(code)) return false
  if (codes.has(code)) return true
  if (typeof message !== 'string' || message.length > MAX_LENGTH) return false
  if (message.includes(name) && /unknown variant/.test(message)) return true
  if (code === INVALID_PARAMS) return false
  return (
    generic.test(message) ||
    (message.includes(name) && /method/i.test(message) && absent.test(message))
  )
}

/** Maximum length of a message to examine. Longer messages are usually stack traces. */
const MAX_LENGTH = 1000
