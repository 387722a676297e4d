import { secretsIn } from './judge/message-secrets.ts'
import { isLong } from './secrets.ts'
import type { Contract } from './types.ts'

/** The text that replaces secrets. */
export const REDACTED = 'redacted'

/**
 * Replaces the secrets of related messages: the values that `x-secret` marks, and those of members such as
 * `password`. `context` has further messages whose secrets are replaced, such as the request of a response.
 * The remaining text of a message is unchanged.
 */
export function redactMessage(
  contract: Contract,
  text: string,
  context: readonly string[] = [],
): string {
  return secretsIn(contract, [text, ...context]).reduce(withoutSecret, text)
}

function withoutSecret(text: string, secret: string): string {
  const quoted = JSON.stringify(secret)
  const pattern = quoted.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  // A member may have the name of a short secret, so names are kept.
  const whole = text.replaceAll(new RegExp(`${pattern}(?!\\s*:)`, 'g'), JSON.stringify(REDACTED))
  if (/^-?\d+$/.test(secret)) {
    const number = new RegExp(`(?<=[:[,]\\s*)${secret}(?=\\s*[,}\\]])`, 'g')
    return whole.replaceAll(number, JSON.stringify(REDACTED))
  }
  return isLong(secret) ? whole.replaceAll(quoted.slice(1, -1), REDACTED) : whole
}
