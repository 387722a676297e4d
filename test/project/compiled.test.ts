import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { staleProjects } from '../compiled.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

const tsc = resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc')

test('an edited source makes its project stale until it is compiled', () => {
  const folder = temporaryFolder({
    'tsconfig.json': JSON.stringify({
      compilerOptions: { composite: true, outDir: 'dist', rootDir: 'src', types: [] },
      include: ['src'],
    }),
    'src/a.ts': 'export const a = 1\n',
  })
  const isStale = (): boolean => staleProjects(folder).length > 0
  expect(isStale()).toBe(true)
  execFileSync(process.execPath, [tsc, '-b'], { cwd: folder })
  expect(isStale()).toBe(false)
  putFiles(folder, { 'src/a.ts': 'export const a = 2\n' })
  expect(isStale()).toBe(true)
  execFileSync(process.execPath, [tsc, '-b'], { cwd: folder })
  expect(isStale()).toBe(false)
})
