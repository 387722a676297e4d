import { isSecretName, withoutCredentials } from '@rpcloom/rpc/internal'

/** What docs show for a credential. */
export const credentialPlaceholder = 'YOUR_KEY'

/**
 * Whether a URL has a user or password, a query param for a credential, or a key in its path. Variables, as in
 * `https://{key}@host`, and placeholders are not credentials.
 */
export function hasCredentials(url: string): boolean {
  const literal = url.replaceAll(/\$?\{[^{}]*\}/g, '').replace(/\/\/:?@/, '//')
  if (withoutCredentials(literal) !== literal || withoutKeys(url) !== url) return true
  const query = /^[^#?]*\?([^#]*)/.exec(url)?.[1]
  return [...new URLSearchParams(query)].some(([name, value]) => isCredential(name, value))
}

/**
 * Replaces keys in the path of a URL: segments of at least 20 letters, digits, `-` and `_` that look random, because
 * letters and digits alternate at least three times. Addresses with `0x` are public.
 */
export function withoutKeys(url: string): string {
  const [, origin = '', path = '', rest = ''] = urlParts.exec(url) ?? []
  const segments = path.split('/').map((one) => (isKey(one) ? credentialPlaceholder : one))
  return origin + segments.join('/') + rest
}

const urlParts = /^((?:[a-z][\w+.-]*:)?(?:\/\/[^/?#]*)?)([^?#]*)(.*)$/is

function isKey(segment: string): boolean {
  const changes = segment.match(/[a-z](?=\d)|\d(?=[a-z])/gi) ?? []
  return /^(?!0x)[\w-]{20,}$/.test(segment) && changes.length > 2
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
