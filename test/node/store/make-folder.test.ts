import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '../../../packages/node/src/store/make-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'native-folder-'))
afterAll(() => rmSync(root, { recursive: true }))

test('folders are created with their parents, also concurrently', async () => {
  const deep = join(root, 'a/b/c/d')
  await Promise.all([makeFolder(deep), makeFolder(deep), makeFolder(join(root, 'a/b'))])
  await makeFolder(deep)
  expect(existsSync(deep)).toBe(true)
})

test.each([
  ['a file', 'file'],
  ['below a file', 'file/below'],
])('%s is rejected', async (_, path) => {
  writeFileSync(join(root, 'file'), '')
  await expect(makeFolder(join(root, path))).rejects.toMatchObject({
    code: expect.stringMatching(/^(EEXIST|ENOTDIR)$/),
  })
})

test.skipIf(!existsSync('/proc/self'))('fails if no folder can be created', async () => {
  await expect(makeFolder('/proc/nothing/here')).rejects.toMatchObject({ code: 'ENOENT' })
})
