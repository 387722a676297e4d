/** Whether a secret is so long that it does not occur in other text by chance. */
export function isLong(secret: string): boolean {
  return secret.length >= 6
}
