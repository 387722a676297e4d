/** An option in the form that `parseArgs` takes, with its description for the help. */
export interface Option {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  readonly multiple?: true
  /** Placeholder for the option's value in the help, such as `FILE`. */
  readonly value?: string
  readonly words?: readonly string[]
  /** Description of the option. Absent if `rpcloom --help` already describes it. */
  readonly help?: string
}

export type Options = Readonly<Record<string, Option>>
