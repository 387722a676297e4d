/** Storage for the selected destination. Nothing that was sent is stored. */
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
      // Storage may be blocked; the setting then applies to this page only.
    }
  },
}
