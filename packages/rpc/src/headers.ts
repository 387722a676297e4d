/** Header with the session of a caller, as in the transport Streamable HTTP of MCP. Its value is secret. */
export const SESSION = 'mcp-session-id'

/**
 * Joins headers under lower-case names; later ones win. The letter case of a name has no meaning (RFC 9110,
 * section 5.1), so an object with one name in two cases would send the header twice.
 */
export function joinHeaders(
  ...parts: readonly (Readonly<Record<string, string>> | undefined)[]
): Record<string, string> {
  const joined: Record<string, string> = {}
  for (const headers of parts) {
    for (const name in headers) joined[name.toLowerCase()] = headers[name] ?? ''
  }
  return joined
}
