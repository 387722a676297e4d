/** Kinds of store failures. */
export type StoreFault =
  | 'locked'
  | 'foreign'
  | 'unreadable'
  | 'removed'
  | 'corrupt'
  | 'full'
  | 'io'
  | 'readOnly'
  | 'closed'
  | 'failed'
  | LogFault

/** Kinds of failures of the log of batches that several processes follow. */
export type LogFault =
  | 'fenced'
  | 'replica'
  | 'logUnreachable'
  | 'logTimeout'
  | 'logBusy'
  | 'logFull'
  | 'logReadOnly'
  | 'logRefused'
  | 'logTrimmed'
  | 'logDiffers'
  | 'logBehind'

/** Error of a failed store operation. The message contains the reason and the remedy. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreFault

  constructor(code: StoreFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }

  /** The reason without paths and other details of the machine. */
  get meaning(): string {
    return publicReasons[this.code]
  }
}

/** Whether a write failed because another process is the writer of the log. */
export function isReplicaFault(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'replica'
}

const publicReasons: Readonly<Record<StoreFault, string>> = {
  locked: 'it is in use by another process',
  foreign: 'it belongs to another network',
  unreadable: 'it cannot be opened',
  removed: 'its files were removed or replaced',
  corrupt: 'it is damaged',
  full: 'the disk is full',
  io: 'the disk reports an error',
  readOnly: 'it cannot be written',
  closed: 'it is closed',
  failed: 'an unknown error occurred',
  fenced: 'another node has become the writer',
  replica: 'this node is a replica, which does not write',
  logUnreachable: 'the log of batches cannot be reached',
  logTimeout: 'the log of batches does not respond in time',
  logBusy: 'the log of batches has no connection or memory left',
  logFull: 'the disk of the log of batches is full',
  logReadOnly: 'the log of batches is read-only',
  logRefused: 'the log of batches refused the request',
  logTrimmed: 'the log no longer has the batches that follow the content of this node',
  logDiffers: 'the log has other batches than this node',
  logBehind: 'the log is a standby that is behind this node',
}

const systemErrors: readonly (readonly [RegExp, StoreFault, string])[] = [
  [
    /LEVEL_LOCKED/,
    'locked',
    'it is in use by another process. Stop it, or choose another --data-dir',
  ],
  [/No space left on device|ENOSPC/, 'full', 'the disk is full. Free some space'],
  [/Disk quota exceeded|EDQUOT/, 'full', 'the disk quota is used up. Free some space'],
  [/File too large|EFBIG/, 'full', 'a file reached the largest size that the system allows'],
  [/Read-only file system|EROFS/, 'readOnly', 'the file system is read-only. Mount it writable'],
  [/Permission denied|EACCES|EPERM/, 'readOnly', 'the process has no permission to write there'],
  [/Input\/output error|EIO/, 'io', 'the disk reports an input/output error. Check the disk'],
  [
    /LEVEL_CORRUPTION|Corruption/,
    'corrupt',
    'its files are damaged. Restore the folder from a backup, or delete it to start over',
  ],
  [/LEVEL_DATABASE_NOT_OPEN/, 'closed', 'it is closed'],
  [/LEVEL_IO_ERROR|IO error/, 'io', 'the system reports an error'],
]

export function storeErrorOf(error: unknown, folder: string): StoreError {
  if (error instanceof StoreError) return error
  const text = textOf(error)
  for (const [pattern, code, meaning] of systemErrors)
    if (pattern.test(text))
      return new StoreError(
        code,
        `The store ${folder} failed: ${meaning} (${detailOf(error)}).`,
        error,
      )
  return new StoreError('failed', `The store ${folder} failed: ${detailOf(error)}`, error)
}

/** Returns the codes and messages of an error and its causes. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return `${code} ${error.message} ${error.cause === undefined ? '' : textOf(error.cause)}`
}

/** Returns the message of the innermost cause. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? detailOf(error.cause) : error.message
}
