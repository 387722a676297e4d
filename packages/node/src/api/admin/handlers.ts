import { rpcErrors } from '@native-node/server'
import type { CChainAdminHandlers, SetLogLevelParams } from '@native-node/server/c-chain-admin'
import type { Logger } from '../../log/logger.ts'
import { ProfilerError, type Profiler } from '../../profile/profiler.ts'

const errors = rpcErrors.cChainAdmin

export function adminHandlers(
  profiler: () => Promise<Profiler>,
  logger: Logger,
): CChainAdminHandlers {
  return {
    setLogLevel({ level }) {
      logger.level = longNameOf(level)
    },
    async startCPUProfiler() {
      await withApiErrors((await profiler()).startCPU())
    },
    async stopCPUProfiler() {
      logger.info('wrote the cpu profile', {
        path: await withApiErrors((await profiler()).stopCPU()),
      })
    },
    async memoryProfile() {
      logger.info('wrote the memory profile', { path: await (await profiler()).memory() })
    },
    async lockProfile() {
      logger.info('wrote the lock profile', { path: await (await profiler()).lock() })
    },
  }
}

/**
 * Converts a log level of the admin API, where some names are abbreviated to four letters, to a log
 * level of the logger.
 */
function longNameOf(level: SetLogLevelParams['level']): Logger['level'] {
  switch (level) {
    case 'eror':
      return 'error'
    case 'dbug':
      return 'debug'
    case 'trce':
      return 'trace'
    default:
      return level
  }
}

async function withApiErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ProfilerError)) throw error
    throw error.code === 'running' ? errors.profilerRunning() : errors.profilerNotRunning()
  }
}
