/** Returns a count with its noun in singular or plural: `1 method`, `3 methods`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
