/** What is remembered from page to page: where to send, and nothing that was sent. */
export const memory = {
  read(key: string): string | undefined {
    try {
      return localStorage.getItem(`docs-try-${key}`) ?? undefined
    } catch {
      return undefined
    }
  },
  write(key: string, value: string): void {
    try {
      localStorage.setItem(`docs-try-${key}`, value)
    } catch {
      // Storage can be forbidden; the choice holds for this page then.
    }
  },
}
