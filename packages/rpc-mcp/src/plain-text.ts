import { replaceMisleading } from '@rpcloom/schema/internal'

/** Returns a text of a document without characters that are invisible, in at most `most` characters. */
export function plainText(text: string, most = 2000): string {
  const plain = replaceMisleading(text.replaceAll('\r\n', '\n'), () => ' ', '\n').trim()
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}
