import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { levelDatabase } from '../../../packages/node/src/store/level-database.ts'
import { reserveSpace } from '../../../packages/node/src/store/level-space.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

const program = `
  import { ClassicLevel } from 'classic-level'
  const level = new ClassicLevel(process.argv[1])
  await level.open().then(() => 'opened', (error) => error.cause.code).then(console.log)
`

test('a database stays locked while the space for its reopening is reserved', async () => {
  const folder = temporaryFolder({})
  const level = levelDatabase(folder)
  await level.open()
  await reserveSpace(folder, levelDatabase)
  const args = ['--input-type=module', '-e', program, folder]
  const cwd = join(import.meta.dirname, '../../../packages/node')
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
  expect(stdout.trim()).toBe('LEVEL_LOCKED')
  await level.close()
})
