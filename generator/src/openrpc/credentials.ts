import { isSecretName, withoutCredentials } from '@rpcloom/rpc/internal'

/** What docs show for a credential. */
export const credentialPlaceholder = 'YOUR_KEY'

/**
 * Whether a URL has a user or password, or a query param for a credential. Variables, as in
 * `https://{key}@host`, and placeholders are not credentials.
 */
export function hasCredentials(url: string): boolean {
  const literal = url.replaceAll(/\$?\{[^{}]*\}/g, '').replace(/\/\/:?@/, '//')
  if (withoutCredentials(literal) !== literal) return true
  const query = /^[^#?]*\?([^#]*)/.exec(url)?.[1]
  return [...new URLSearchParams(query)].some(([name, value]) => isCredential(name, value))
}

/** Whether the value of a variable puts credentials into a URL, or is one by the name of the variable. */
export function isCredentialVariable(url: string, name: string, value: string): boolean {
  const used = url.replaceAll(/\$?\{([^{}]*)\}/g, (all, key) => (key === name ? value : all))
  return hasCredentials(used) || isCredential(name, value)
}

function isCredential(name: string, value: string): boolean {
  const isPlaceholder = value === '' || isCredentialName(value) || placeholder.test(value)
  return isCredentialName(name) && !isPlaceholder
}

function isCredentialName(name: string): boolean {
  return isSecretName(name) || /^(key|token|auth)$/i.test(name)
}

/** Variables, and values like `YOUR_KEY`, `<key>`, `xxx` and `...`. */
const placeholder = /[{}<>]|your|^[x*.\u2026]+$/i
