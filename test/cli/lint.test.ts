import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Outcome, rpcloom } from '../rpcloom.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

const lint = (cwd: string, ...args: readonly string[]): Promise<Outcome> =>
  rpcloom(cwd, 'lint', ...args)

const settings = (rules: object, ignore: readonly object[] = []): string =>
  JSON.stringify(
    {
      inputs: ['*.openrpc.yaml'],
      out: 'out',
      scope: '@t',
      targets: { client: {} },
      lint: { rules: { 'missing-server': 'off', ...rules }, ignore },
    },
    undefined,
    2,
  )
const pets = `openrpc: 1.3.2
info: { title: Pets, version: 1.0.0 }
methods:
  - name: getPet
    summary: The pet of a number
    params: []
    errors: []
`

test('the exit code of lint depends on --deny-warnings and the severities', async () => {
  const folder = temporaryFolder({ 'a.openrpc.yaml': pets, 'rpcloom.config.json': settings({}) })
  const line = 'a.openrpc.yaml:4:5: warning RL710 The method getPet has no example.\n'
  expect(await lint(folder, '--format', 'problem-matcher')).toMatchObject({ code: 0, stdout: line })
  expect((await lint(folder, '--deny-warnings')).code).toBe(1)
  const strict = temporaryFolder({
    'a.openrpc.yaml': pets,
    'rpcloom.config.json': settings({ 'missing-example': 'error' }),
  })
  expect((await lint(strict)).code).toBe(1)
})

test('an unused ignore entry of the configuration is reported at its location', async () => {
  const ignore = [
    { rule: 'missing-example', file: 'a.*' },
    { rule: 'deprecated-reason', file: 'a.*' },
  ]
  const config = settings({}, ignore)
  const folder = temporaryFolder({ 'a.openrpc.yaml': pets, 'rpcloom.config.json': config })
  const { code, stdout } = await lint(folder, '--json')
  const line = config.split('\n').findIndex((text) => text.includes('deprecated-reason'))
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    warnings: 1,
    findings: [{ code: 'RL790', file: 'rpcloom.config.json', pointer: '/lint/ignore/1', line }],
  })
})

test('invalid documents and options exit with 2', async () => {
  const folder = temporaryFolder({ 'a.openrpc.yaml': 'methods: [' })
  expect((await lint(folder, '--input', 'a.openrpc.yaml')).code).toBe(2)
  expect((await lint(folder, '--input', 'none.yaml')).code).toBe(2)
  expect((await lint(folder)).code).toBe(2)
  expect((await lint(folder, '--input', 'a.openrpc.yaml', '--format', 'xml')).code).toBe(2)
})

test('settings with unknown rules are reported by lint only', async () => {
  const folder = temporaryFolder({
    'a.openrpc.yaml': pets,
    'rpcloom.config.json': settings({ 'no-such-rule': 'off' }),
  })
  const { code, stdout } = await lint(folder, '--json')
  expect([code, JSON.parse(stdout)]).toMatchObject([
    2,
    { findings: [{ code: 'RL002', pointer: '/lint/rules/no-such-rule', line: 13 }] },
  ])
  expect(await rpcloom(folder, 'names')).toMatchObject({ code: 0 })
})

test('--watch lints again after an edit', async () => {
  const folder = temporaryFolder({ 'a.openrpc.yaml': pets, 'rpcloom.config.json': settings({}) })
  const child = spawn(process.execPath, [bin, 'lint', '--watch'], { cwd: folder })
  onTestFinished(() => void child.kill())
  let text = ''
  const saying = async (words: string): Promise<void> => {
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      text += String(chunk)
      if (text.includes(words)) return
    }
  }
  await saying('Found: 0 errors, 1 warning.')
  const ignored = `${pets}    x-lint-ignore: [missing-example]\n`
  putFiles(folder, { 'a.openrpc.yaml': ignored })
  // The first run may print before its watchers are open.
  const again = setInterval(() => putFiles(folder, { 'a.openrpc.yaml': ignored }), 3000)
  onTestFinished(() => clearInterval(again))
  await saying('No problems found.')
  const count = '      1  warning  RL710  missing-example\n'
  expect(text).toBe(`${count}Found: 0 errors, 1 warning.\nNo problems found.\n`)
})

test('prints counts by rule, and formats for other tools', async () => {
  const folder = temporaryFolder({ 'a.openrpc.yaml': pets, 'rpcloom.config.json': settings({}) })
  expect((await lint(folder)).stdout).toBe(
    '      1  warning  RL710  missing-example\nFound: 0 errors, 1 warning.\n',
  )
  expect((await lint(folder, '--format', 'github')).stdout).toMatch(
    /^::warning file=a\.openrpc\.yaml,line=4,col=5,title=RL710 missing-example::The method getPet has no example\. .+\n$/,
  )
  expect(JSON.parse((await lint(folder, '--format', 'json')).stdout)).toMatchObject({ warnings: 1 })
  expect(JSON.parse((await lint(folder, '--format', 'sarif')).stdout)).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'rpcloom', rules: [{ id: 'RL710', name: 'missing-example' }] } },
        results: [
          {
            ruleId: 'RL710',
            level: 'warning',
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'a.openrpc.yaml' },
                  region: { startLine: 4, startColumn: 5 },
                },
              },
            ],
          },
        ],
      },
    ],
  })
})

test('an annotation cannot end early or start another one', async () => {
  const name = 'a,b:c%\n::error::x\u001B[2J'
  const document = `openrpc: 1.3.2\ninfo: { title: T, version: '1' }\nmethods:\n  - name: ${JSON.stringify(name)}\n    params: []\n`
  const folder = temporaryFolder({ 'a.yaml': document })
  const lines = (await lint(folder, '-i', 'a.yaml', '--format', 'github')).stdout.trim().split('\n')
  expect(lines.every((line) => /^::(warning|error) file=a\.yaml,/.test(line))).toBe(true)
  expect(lines.join('\n')).not.toContain('\u001B')
})
