/**
 * Whether a string is an email address (RFC 5321). The part before the @ may contain characters other than
 * ASCII.
 */
export function isEmail(text: string): boolean {
  return isMailbox(text, /^[A-Za-z0-9-]+$/)
}

/** Whether a string is an email address with a domain in any script (RFC 6531). */
export function isIdnEmail(text: string): boolean {
  return isMailbox(text, /^[\p{L}\p{M}\p{N}-]+$/u)
}

function isMailbox(text: string, label: RegExp): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > 1000) return false
  const domain = text.slice(at + 1)
  if (!isLocalPart(text.slice(0, at))) return false
  if (domain.startsWith('[') && domain.endsWith(']')) return isLiteral(domain.slice(1, -1))
  return domain
    .split('.')
    .every((part) => label.test(part) && !part.startsWith('-') && !part.endsWith('-'))
}

function isLocalPart(text: string): boolean {
  if (/^"([^"\\\r\n]|\\[^\r\n])*"$/.test(text)) return true
  return text.split('.').every((part) => /^[^\s@<>()[\],;:"\\]+$/.test(part))
}

function isLiteral(text: string): boolean {
  return text.startsWith('IPv6:') ? isIpv6(text.slice(5)) : isIpv4(text)
}

/** Whether a string is an IPv4 address: four numbers up to 255 without leading zeros. */
export function isIpv4(text: string): boolean {
  if (text.length > 15) return false
  const parts = text.split('.')
  return (
    parts.length === 4 &&
    parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  )
}

/** Whether a string is an IPv6 address (RFC 4291). The last two groups may be written as IPv4. */
export function isIpv6(text: string): boolean {
  if (text.length > 45) return false
  const tail = text.includes('.') ? text.slice(text.lastIndexOf(':') + 1) : ''
  if (tail && !isIpv4(tail)) return false
  const address = tail ? `${text.slice(0, -tail.length)}0:0` : text
  const halves = address.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  if (!groups.every((group) => /^[\da-fA-F]{1,4}$/.test(group))) return false
  return halves.length === 2 ? groups.length < 8 : groups.length === 8
}

/** Whether a string is an IRI with a scheme (RFC 3987). */
export function isIri(text: string): boolean {
  const [, rest] = /^[A-Za-z][A-Za-z0-9+.-]*:([^\s<>"{}|\\^`]*)$/.exec(text) ?? []
  if (rest === undefined) return false
  const authority = rest.startsWith('//') ? (/^[^/?#]*/.exec(rest.slice(2))?.[0] ?? '') : ''
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  // The host may contain colons only inside brackets.
  return host.startsWith('[') ? /^\[[^\]]+\](:\d*)?$/.test(host) : host.split(':').length <= 2
}
