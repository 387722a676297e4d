import { statfs } from 'node:fs/promises'
import { CheckFailure, type Check } from '../check.ts'

/** Reports the free bytes on the disk of the folder. Fails if there are fewer than `requiredBytes`. */
export function diskspaceCheck(folder: string, requiredBytes: number): Check {
  return {
    name: 'diskspace',
    tags: ['application'],
    global: true,
    async run() {
      const { bavail, bsize } = await statfs(folder)
      const details = { availableDiskBytes: bavail * bsize }
      if (details.availableDiskBytes < requiredBytes) {
        throw new CheckFailure(
          `remaining available disk space (${details.availableDiskBytes} bytes) is below the required ${requiredBytes} bytes`,
          details,
        )
      }
      return details
    },
  }
}
