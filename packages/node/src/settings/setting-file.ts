import { readFileSync } from 'node:fs'
import { SettingError } from './setting-error.ts'
import type { Settings } from './settings.ts'
import { table, type SettingKey } from './table.ts'
import { isPostgresUrl } from './value-types.ts'

/** Reads the text of the file that a setting names. Throws a SettingError if there is none. */
export function fileOf(key: SettingKey, path: string): string {
  const text = fileBytes(key, path).toString('utf8')
  if (text.trim() === '') throw new SettingError(`The file of --${table[key].name} is empty`)
  return text
}

/** Reads the file that a setting names. */
export function fileBytes(key: SettingKey, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SettingError(`The file of --${table[key].name} cannot be read: ${reason}`, { cause })
  }
}

/** Reads the secret token in the file that a setting names; undefined if it names none. */
export function tokenOf(
  key: 'checkpointTokenFile' | 'metricsTokenFile',
  { [key]: path }: Settings,
): string | undefined {
  if (path === undefined) return undefined
  const token = fileOf(key, path).trim()
  if (token.length < 16)
    throw new SettingError(`The token in --${table[key].name} must have at least 16 characters`)
  return token
}

/** Returns the URL of the database with the log, which may have a password; undefined without a log. */
export function logStoreOf({ logStore, logStoreFile }: Settings): string | undefined {
  if (logStoreFile === undefined) return logStore
  const url = fileOf('logStoreFile', logStoreFile).trim()
  if (isPostgresUrl(url)) return url
  throw new SettingError(
    `The file of --${table.logStoreFile.name} must have one URL with postgres or postgresql`,
  )
}
