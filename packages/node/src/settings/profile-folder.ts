import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaults, type Settings } from './settings.ts'

/**
 * Returns the folder for profiles and traces. A node that keeps its data in memory must not write
 * to the default data folder.
 */
export function profileFolder({ memory, dataDir }: Pick<Settings, 'memory' | 'dataDir'>): string {
  const isTemporary = memory && dataDir === defaults.dataDir
  return isTemporary
    ? join(tmpdir(), `native-node-profiles-${process.pid}`)
    : join(dataDir, 'profiles')
}
