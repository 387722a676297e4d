import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseText } from '../../generator/src/load/parse/parse.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

function yaml(path: string): unknown {
  const parsed = parseText(path, read(path))
  if (parsed.kind === 'faulty') throw new Error(parsed.findings[0]?.message)
  return parsed.json
}

interface Step {
  readonly uses?: string
  readonly run?: string
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>
}

const workflows = readdirSync(join(root, '.github/workflows')).map(
  (name) => [name, yaml(`.github/workflows/${name}`) as Workflow] as const,
)

describe.each(workflows)('%s', (name, { permissions, jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  test('uses only actions of GitHub, each in one major version', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? [])
    expect(actions.length).toBeGreaterThan(1)
    expect(actions.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([])
  })

  test('runs only existing commands', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = steps.flatMap(({ run }) => run ?? [])
    expect(commands).not.toEqual([])
    for (const command of commands) {
      const [, script] = /^npm (?:run )?([\w:]+)$/.exec(command) ?? []
      const [, file] = /^node (scripts\/[\w-]+\.mjs)( --[\w-]+)*$/.exec(command) ?? []
      const isThere = script === undefined ? existsSync(join(root, file ?? '?')) : script in scripts
      expect(isThere, command).toBe(true)
    }
  })

  test('has minimal permissions and contains no secret', () => {
    const more = name === 'release.yml' ? { 'id-token': 'write' } : {}
    expect(permissions).toEqual({ contents: 'read', ...more })
    expect(read(`.github/workflows/${name}`)).not.toContain('secrets.')
  })
})

test.each(readdirSync(join(root, '.github/ISSUE_TEMPLATE')))('%s is a valid form', (name) => {
  const form: unknown = yaml(`.github/ISSUE_TEMPLATE/${name}`)
  if (name === 'config.yml') expect(form).toEqual({ blank_issues_enabled: false })
  else expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) })
})
