import { StoreError, type LogFault } from '../store-error.ts'
import { UnsureAppend } from './batch-log.ts'

/** Faults by SQLSTATE, or by its class (the first two characters). */
const states: Readonly<Record<string, readonly [LogFault, string]>> = {
  '53100': ['logFull', 'its disk is full. Free some space there'],
  '25006': ['logReadOnly', 'it is read-only. Connect to the primary, or make it writable'],
  '53300': ['logBusy', 'it has no connections left. Raise max_connections, or end others'],
  '53': ['logBusy', 'it has too few resources'],
  '55P03': ['logTimeout', 'it waits for an earlier append, for example for a synchronous standby'],
  '57014': ['logTimeout', 'a statement took too long'],
  '57': ['logUnreachable', 'it is stopping or starting'],
  '08': ['logUnreachable', 'the connection failed'],
  '28': ['logRefused', 'it refuses the user or the password'],
  '3D': ['logRefused', 'the database does not exist. Create it'],
  '42501': ['logRefused', 'the user lacks a privilege'],
  '42703': ['logRefused', 'its tables are not those of a log. Use a database of its own'],
  '42P01': ['logRefused', 'the database has no log yet. Start the writer first'],
}

/** Returns the error of a statement or a connection. `where` is the address without credentials. */
export function logErrorOf(error: unknown, where: string): StoreError | UnsureAppend {
  if (error instanceof StoreError || error instanceof UnsureAppend) return error
  const state = stateOf(error)
  const detail = error instanceof Error ? error.message : String(error)
  const [fault, meaning] =
    state === undefined
      ? (['logUnreachable', 'the connection failed'] as const)
      : (states[state] ?? states[state.slice(0, 2)] ?? ['logRefused', `SQLSTATE ${state}`])
  return new StoreError(fault, `The log ${where} failed: ${meaning} (${detail}).`, error)
}

/** Whether PostgreSQL has rolled a statement back. Otherwise, for example after a lost connection, it may be committed. */
export function isRolledBack(error: unknown): boolean {
  return stateOf(error) !== undefined && Object(error).severity === 'ERROR'
}

/** Returns the SQLSTATE: five digits or capital letters with a digit, unlike the codes of Node such as EPIPE. */
function stateOf(error: unknown): string | undefined {
  const code: unknown = Object(error).code
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined
}
