import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkOut } from '../../generator/src/engine/revision.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Writes an object of git without its checks, as another program could. */
function objectOf(cwd: string, type: string, content: Buffer): string {
  const args = ['hash-object', '--literally', '-w', '-t', type, '--stdin']
  return execFileSync('git', args, { cwd, input: content, encoding: 'utf8' }).trim()
}

function treeOf(
  cwd: string,
  entries: readonly (readonly [mode: string, name: string, hash: string])[],
): string {
  const parts = entries.flatMap(([mode, name, hash]) => [
    Buffer.from(`${mode} ${name}\0`),
    Buffer.from(hash, 'hex'),
  ])
  return objectOf(cwd, 'tree', Buffer.concat(parts))
}

test('a tree of git cannot write outside of its folder', () => {
  const cwd = temporaryFolder({})
  execFileSync('git', ['init', '--quiet'], { cwd })
  const blob = objectOf(cwd, 'blob', Buffer.from('{}'))
  const name = `escaped-${process.pid}.json`
  const inner = treeOf(cwd, [['100644', name, blob]])
  const outer = treeOf(cwd, [
    ['40000', '..', inner],
    ['100644', `../${name}`, blob],
    ['100644', `/tmp/absolute-${name}`, blob],
    ['100644', '..\\back.json', blob],
    ['100644', 'good.json', blob],
  ])
  const { top, dispose } = checkOut(outer, cwd)
  try {
    expect(readFileSync(join(top, 'good.json'), 'utf8')).toBe('{}')
    expect(existsSync(join(top, '..', name))).toBe(false)
    expect(existsSync(`/tmp/absolute-${name}`)).toBe(false)
  } finally {
    dispose()
  }
})
