// The code of the guides of rpcloom in docs/ that continue the Quickstart runs in one workspace, and prints what they say.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rpcloom } from '../rpcloom.ts'
import { putFiles } from '../temporary-folder.ts'
import { root } from './site.ts'

const execute = promisify(execFile)
const pages =
  'quickstart client server updates testing targets templates formats fragments versions'.split(' ')

/** Packages that the guides use. */
const built = ['client', 'server', 'mock'].map((name) => `packages/${name}`)

/** Blocks that start servers or publish. */
const notRun = ['Mock', 'Publish', 'Host']

describe('the guides that continue the Quickstart', { timeout: 120_000 }, () => {
  let folder: string
  let port: string
  let runner: ChildProcess | undefined

  beforeAll(async () => {
    mkdirSync(join(root, '.cache'), { recursive: true })
    folder = mkdtempSync(join(root, '.cache/own-guides-'))
    port = await freePort()
    mkdirSync(join(folder, 'node_modules/@acme'), { recursive: true })
    // `release` reads tags, and this repository may be a shallow clone.
    await execute('git', ['init', '-q', folder])
    putFiles(join(folder, 'node_modules/rpcloom'), {
      'package.json': readFileSync(join(root, 'generator/package.json'), 'utf8'),
    })
    for (const [name, path] of Object.entries({ dist: 'generator/dist', templates: 'templates' }))
      symlinkSync(join(root, path), join(folder, 'node_modules/rpcloom', name), 'junction')
    for (const name of ['types', 'client', 'server', 'mock', 'docs'])
      symlinkSync(
        join('../../packages', name),
        join(folder, 'node_modules/@acme', name),
        'junction',
      )
  })

  afterAll(() => {
    runner?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs a module. The process ends at the next build, because it has loaded the packages. */
  async function outputOf(file: string): Promise<string> {
    runner ??= spawn(process.execPath, [join(import.meta.dirname, 'run-guides.mjs')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const { stdin, stdout } = runner
    if (stdin === null || stdout === null) throw new Error('The runner has no streams.')
    stdin.write(`${JSON.stringify({ file: join(folder, file) })}\n`)
    const [text] = (await once(createInterface({ input: stdout }), 'line')) as [string]
    return JSON.parse(text) as string
  }

  /** Runs a line of a shell block. Returns what it prints. */
  async function run(line: string): Promise<string> {
    const [program, ...args] = line.split(' ')
    if (line === 'npm init -y') {
      writeFileSync(join(folder, 'package.json'), '{ "name": "pets", "version": "1.0.0" }')
      return ''
    }
    if (program === 'npm' && args[0] === 'install') return ''
    if (line === 'npm run build') {
      await run('npx rpcloom generate')
      runner?.kill()
      runner = undefined
      const compiler = join(root, 'node_modules/typescript/bin/tsc')
      return (await execute(process.execPath, [compiler, '-b', ...built], { cwd: folder })).stdout
    }
    if (program === 'npx' && args[0] === 'rpcloom') {
      const further = args[1] === 'init' ? ['--no-install'] : []
      const { code, stdout, stderr } = await rpcloom(folder, ...args.slice(1), ...further)
      // `diff` exits with 1 if a change breaks callers.
      expect(code, `${line}\n${stderr}`).toBe(args[1] === 'diff' ? 1 : 0)
      return stdout
    }
    if (program === 'node') return outputOf(args[0] ?? '')
    return (await execute('sh', ['-c', line], { cwd: folder })).stdout
  }

  test.each(pages)('%s', async (page) => {
    const text = readFileSync(join(root, 'docs', `${page}.md`), 'utf8').replaceAll('8545', port)
    let printed = ''
    for (const [, language, name = '', code = ''] of text.matchAll(
      /^```(\w+)(?: \[(.*)\])?\n([^]*?)^```$/gm,
    )) {
      const added = /^added to (.*)$/.exec(name)?.[1]
      if (added !== undefined) {
        const before = readFileSync(join(folder, added), 'utf8')
        writeFileSync(
          join(folder, added),
          before.replace(/^components:\n/m, (rest) => code.replace('methods:\n', '') + rest),
        )
      } else if (/^[\w/-]+(\.\w+)+$/.test(name)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), code)
      } else if (language === 'sh' && !notRun.includes(name)) {
        for (const line of code.trim().split('\n')) printed = await run(line.replace(/ +# .*/, ''))
      } else if (language === 'text') expect(printed.trim()).toMatch(shown(code.trim()))
    }
  })
})

/** Returns the output that a guide shows as a pattern. `…` stands for any text. */
function shown(output: string): RegExp {
  const parts = output.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`)
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return String(port)
}
