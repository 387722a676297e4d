/** Returns a complete document that contains a rule's example. */
export function exampleOf(body: string): string {
  return `openrpc: 1.3.2\ninfo: { title: Pets, version: 1.0.0 }\n${body.trim()}\n`
}
