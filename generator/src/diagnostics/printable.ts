import { replaceMisleading } from '@rpcloom/rpc/internal'

/**
 * Removes control characters, so that strings of a document cannot move the cursor, change colours
 * or reverse text in a terminal.
 */
export function printable(text: string): string {
  return replaceMisleading(text.replaceAll(/[\n\r\t]+/g, ' '), () => '\ufffd')
}
