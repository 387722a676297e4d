import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')

interface Tasks {
  readonly tasks: readonly {
    readonly command: string
    readonly problemMatcher: {
      readonly pattern: Readonly<Record<string, string | number>> & { readonly regexp: string }
    }
  }[]
}

/** The matcher on the docs page, and the one in this repository. */
const page = readFileSync(join(root, 'docs/editors.md'), 'utf8')
const [, shown = ''] = /```json\n([^]*?)```/.exec(page) ?? []
const own = readFileSync(join(root, '.vscode/tasks.json'), 'utf8')

test.each([
  ['docs/editors.md', shown],
  ['.vscode/tasks.json', own],
])('the pattern of %s matches the output of lint', async (_, text) => {
  const [task] = (JSON.parse(text) as Tasks).tasks
  if (task === undefined) throw new Error('There is no task.')
  const name = 'a b: c.openrpc.json'
  const folder = temporaryFolder({
    [name]: JSON.stringify({
      openrpc: '1.3.2',
      info: { title: 'Pets', version: '1.0.0' },
      methods: [{ name: 'getPet', params: [], result: { name: 'pet', schema: {} } }],
    }),
  })
  const [watch, ...args] = task.command.replace(/^.*? lint /, '').split(' ')
  expect(watch).toBe('--watch')
  const { stdout } = await rpcloom(folder, 'lint', '-i', '*.json', ...args)
  const { regexp, ...groups } = task.problemMatcher.pattern
  const lines = stdout.trim().split('\n')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) {
    const found = new RegExp(regexp).exec(line)
    const part = (group: string): string => found?.[Number(groups[group])] ?? `no ${group}: ${line}`
    expect([part('file'), part('line')]).toEqual([name, '1'])
    expect(part('code')).toMatch(/^RL\d{3}$/)
    expect(['error', 'warning']).toContain(part('severity'))
    expect(part('message')).not.toBe('')
  }
})
