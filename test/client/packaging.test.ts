import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { describe, expect, it } from 'vitest'
import { staleReports } from '../../scripts/api-report.mjs'
import { temporaryFolder } from '../temporary-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly sideEffects?: boolean
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

describe.each(['client', 'rpc'])('packages/%s', (name) => {
  const folder = join(root, 'packages', name)

  it('is packed without a fault', async () => {
    const { messages } = await publint({ pkgDir: folder, strict: true })
    const manifest = manifestOf(folder)
    expect(messages.map((message) => formatMessage(message, { ...manifest }))).toEqual([])
  })

  it('has types that every resolver finds', async () => {
    const target = temporaryFolder({})
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', target],
      { cwd: folder },
    )
    const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[]
    const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
    const tarball = join(target, packed?.filename ?? '')
    // It ends with 1 and says what is wrong, which is then what the test shows.
    const { stdout: said } = await run(process.execPath, [
      attw,
      tarball,
      '--profile',
      'esm-only',
      '--format',
      'json',
    ])
    expect(JSON.parse(said)).toMatchObject({ problems: {} })
  })

  it('depends on nobody else, and says nothing untyped', () => {
    const { dependencies = {}, sideEffects } = manifestOf(folder)
    expect(Object.keys(dependencies)).toEqual(name === 'rpc' ? [] : ['@rpcloom/rpc'])
    expect(sideEffects).toBe(false)
    const declarations = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.d.ts'))
      .filter((file) => name === 'client' || /^(client|shape|errors|json-rpc)/.test(file))
    expect(declarations.length).toBeGreaterThan(10)
    const untyped = declarations.filter((file) => {
      const code = readFileSync(join(folder, 'dist', file), 'utf8').replace(
        /\/\*[^]*?\*\/|'[^'\n]*'/g,
        '',
      )
      return /\bany\b/.test(code)
    })
    expect(untyped).toEqual([])
  })
})

it('the reports of what packages/rpc exports are true', () => {
  expect(staleReports()).toEqual([])
})
