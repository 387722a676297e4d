import { entries, type SettingKey, type TableSettings } from './table.ts'

/** Settings of a node. */
export type Settings = TableSettings & {
  /** Fixed base fee of C-Chain blocks in wei, which overrides the fee rule; for load tests. It has no flag. */
  readonly fixedBaseFee: bigint | undefined
}

/** Default settings of a node. */
export const defaults: Settings = {
  ...settingsOf(new Map(entries.map(([key, { default: value }]) => [key, value]))),
  fixedBaseFee: undefined,
}

/** Returns values that the types of their settings have parsed as settings. */
export function settingsOf(values: ReadonlyMap<SettingKey, unknown>): TableSettings {
  return Object.fromEntries(values) as TableSettings
}
