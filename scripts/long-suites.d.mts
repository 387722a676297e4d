export interface LongSuite {
  readonly name: string
  readonly half: 'first' | 'second'
  readonly title: string
  readonly paths: readonly string[]
  readonly minutes: number
}
export const suites: readonly LongSuite[]
export const halfMinutes: number
