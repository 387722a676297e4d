import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { recordingServer } from '../rpc-cli/server.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

type Result = Readonly<Record<string, unknown>>

/** Starts `rpcloom mcp` in a folder, and returns the function that calls its tools. */
function tools(cwd: string): (name: string, args?: object) => Promise<Result> {
  const child = spawn(process.execPath, [bin, 'mcp'], { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const waiting: ((result: Result) => void)[] = []
  child.on('exit', () => waiting.forEach((end) => end({ exited: true })))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { result = {} } = JSON.parse(line) as { readonly result?: Result }
    waiting.shift()?.(result)
  })
  return (name, args = {}) =>
    new Promise((resolve) => {
      waiting.push(resolve)
      const params = { name, arguments: args }
      child.stdin.write(
        `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`,
      )
    })
}

function document(schema: object): string {
  const method = { name: 'getPet', params: [], result: { name: 'pet', schema } }
  return JSON.stringify({ openrpc: '1.3.2', info: { title: 'P', version: '1' }, methods: [method] })
}

function config(more: object = {}): string {
  const targets = { types: {} }
  return JSON.stringify({ inputs: ['pets.json'], out: 'out', scope: '@acme', targets, ...more })
}

test('a model chooses only data in the workspace: no program, no address, no other file', async () => {
  const { url, received } = await recordingServer(() => '"result":true')
  const outside = temporaryFolder({ 'pets.json': document({ type: 'string' }) })
  const marker = join(outside, 'marker')
  const program = `process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(marker)}, 'run,')\n`
  const text = document({ type: 'string' })
  const cwd = temporaryFolder({
    'pets.json': document({ type: 'integer' }),
    'formats.ts': `${program}export const formats = {}`,
    'rpcloom.config.mjs': `${program}export default ${config({ formats: './formats.ts' })}`,
    'program/pets.json': text,
    'program/rpcloom.config.mjs': `${program}export default ${config()}`,
    'formats/pets.json': text,
    'formats/formats.ts': `${program}export const formats = {}`,
    'formats/rpcloom.config.json': config({ formats: './formats.ts' }),
    'paths/rpcloom.config.json': config({ inputs: [`${outside}/*.json`], allowOutside: true }),
    'overlays/pets.json': text,
    'overlays/rpcloom.config.json': config({ overlays: ['link.json'], allowOutside: true }),
    'remote/pets.json': document({ $ref: `${url}/pet.json` }),
    'remote/rpcloom.config.json': config({ allowRemote: true }),
  })
  symlinkSync(join(outside, 'pets.json'), join(cwd, 'link.json'))
  symlinkSync(join(outside, 'pets.json'), join(cwd, 'overlays/link.json'))
  symlinkSync(outside, join(cwd, 'linked'))
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'one')
  const call = tools(cwd)
  for (const [old, code] of [
    ['program', 'RL016'],
    ['HEAD', 'RL016'],
    ['HEAD:program', 'RL016'],
    ['paths', 'RL016'],
    ['overlays', 'RL120'],
    ['link.json', 'RL016'],
    ['linked', 'RL016'],
    ['discover:localhost', 'RL016'],
    ['remote', 'RL005'],
  ] as const)
    expect(JSON.stringify(await call('diff', { old })), old).toContain(code)
  for (const old of ['formats', 'HEAD:formats', 'HEAD:pets.json', 'program/pets.json'])
    expect(await call('diff', { old }), old).not.toHaveProperty('isError')
  expect(await call('lint')).toHaveProperty('structuredContent')
  expect(received).toEqual([])
  // The configuration of the user and the module that it names.
  expect(readFileSync(marker, 'utf8')).toBe('run,run,')
  expect(existsSync(join(cwd, 'out'))).toBe(false)
})

test('lint reports the errors of invalid documents', async () => {
  const cwd = temporaryFolder({ 'pets.json': document({}), 'rpcloom.config.json': config() })
  const call = tools(cwd)
  await call('lint')
  writeFileSync(join(cwd, 'pets.json'), '{')
  expect(await call('lint')).toMatchObject({ structuredContent: { errors: 1 } })
})
