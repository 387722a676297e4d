import { withoutCredentials } from '@rpcloom/rpc/internal'
import { replaceMisleading } from '@rpcloom/schema/internal'

/**
 * Removes control characters, so that strings of a document cannot move the cursor, change colours
 * or reverse text in a terminal, and user and password of URLs, since terminals of CI are public.
 */
export function printable(text: string): string {
  return replaceMisleading(withoutCredentials(text).replaceAll(/[\n\r\t]+/g, ' '), () => '\ufffd')
}
