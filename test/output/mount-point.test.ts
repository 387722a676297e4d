import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { commit } from '../../generator/src/output/write.ts'
import { temporaryFolder } from '../temporary-folder.ts'

// Every folder is its own device, like a mount point.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const rename = async (from: string, to: string): Promise<void> => {
    if (dirname(from) === dirname(to)) return real.rename(from, to)
    await real.access(from)
    throw Object.assign(new Error('cross-device link'), { code: 'EXDEV' })
  }
  return { ...real, rename }
})

test('files are written into a mount point, and no other file remains', async () => {
  const out = temporaryFolder({ 'p/src/a.ts': 'old' })
  const write = [{ path: 'p/src/a.ts', text: 'new' }]
  expect(await commit(out, { write, remove: [] })).toBe('done')
  expect(readFileSync(join(out, 'p/src/a.ts'), 'utf8')).toBe('new')
  expect(readdirSync(join(out, 'p/src'))).toEqual(['a.ts'])
  expect(readdirSync(join(out, '.rpcloom'))).toEqual([])
})
