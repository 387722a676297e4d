/** Formats milliseconds as seconds with their unit, for example `0s` and `1.5s`. */
export function secondsText(milliseconds: number): string {
  return `${Math.max(0, Math.round(milliseconds)) / 1000}s`
}
