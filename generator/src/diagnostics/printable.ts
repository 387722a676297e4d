import { replaceMisleading } from '@rpcloom/rpc/internal'

/**
 * Removes control characters, because text of a document must not move the cursor, change colours or reverse
 * text.
 */
export function printable(text: string): string {
  return replaceMisleading(text.replaceAll(/[\n\r\t]+/g, ' '), () => '\ufffd')
}
