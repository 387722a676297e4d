/** Header with the session of a caller, as in the transport Streamable HTTP of MCP. Its value is secret. */
export const SESSION = 'mcp-session-id'
