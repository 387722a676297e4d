/** A capital at the beginning, for text that stands alone. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
