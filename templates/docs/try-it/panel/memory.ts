/** Storage for the selected destination. Addresses, params and results are never stored. */
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
      // Storage may be blocked. The selection then applies only to this page.
    }
  },
}
