import { readFileSync } from 'node:fs'
import { SettingError } from './setting-error.ts'
import { table, type SettingKey } from './table.ts'

/** Reads the file that a setting names. */
export function fileOf(key: SettingKey, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SettingError(`The file of --${table[key].name} cannot be read: ${reason}`, { cause })
  }
}
