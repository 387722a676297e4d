export function roundedMessage(literal: string, value: number): string {
  return `The number ${shortened(literal)} is read as ${value}.`
}

/** Shortens a number for a message, because it may have a million digits. */
export function shortened(literal: string): string {
  return literal.length > 60 ? `${literal.slice(0, 50)}… (${literal.length} characters)` : literal
}
