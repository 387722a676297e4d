// The code of the guides in openrpc/guides runs, and prints what they say.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from './site.ts'

const bin = join(root, 'packages/node/bin/native-node.mjs')
const folder = join(root, 'openrpc/guides')

interface Block {
  readonly language: string
  readonly name: string
  readonly text: string
}

/** A code block with a name, and the output that the guide shows for it. */
interface Step extends Block {
  readonly output: string | undefined
}

interface Guide {
  readonly name: string
  /** Options of the node that the guide starts. */
  readonly node: string
  readonly steps: readonly Step[]
}

const guides = readdirSync(folder).map((file) => guideOf(file))

function guideOf(file: string): Guide {
  const text = readFileSync(join(folder, file), 'utf8')
  const blocks = [...text.matchAll(/^```(\w+)(?: \[(.*)\])?\n([^]*?)^```$/gm)].map(
    ([, language = '', name = '', code = '']): Block => ({ language, name, text: code }),
  )
  const [, node = ''] =
    /^(?:npm start --|npx native-node) (--[^\n]+)$/m.exec(withoutPrints(text)) ?? []
  return {
    name: file.replace('.md', ''),
    node,
    steps: blocks.flatMap((block, at) => {
      if (block.name === '') return []
      // Tabs share the output that follows them.
      const after = blocks.slice(at + 1).find(({ name }) => name === '')
      const output = after?.language === 'text' ? after.text.trim() : undefined
      return [{ ...block, output }]
    }),
  }
}

function withoutPrints(text: string): string {
  return text.replace(/^.*--print-config.*$/gm, '')
}

/** Compares output with that of a guide, in which `…` stands for any text. */
function matches(actual: string, wanted: string): boolean {
  const parts = wanted.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`).test(actual.trim())
}

const shared = '--memory --dev --aliases openrpc/overlays/public-network.json'

interface RunningNode {
  readonly child: ChildProcess
  readonly url: string
}

function start(options: string, cwd: string): Promise<RunningNode> {
  const child = spawn(process.execPath, [bin, ...options.split(' '), '--port', '0'], { cwd })
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (part: Buffer): void => {
      text += part.toString()
      const [, url] = /Listening on (\S+)\n/.exec(text) ?? []
      if (url !== undefined) resolve({ child, url })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', () => reject(new Error(text)))
  })
}

function outputOf(script: string, cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', script], { cwd })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => (text += part.toString()))
    }
    child.on('error', reject)
    child.on('close', () => resolve(text))
  })
}

describe('the guides', () => {
  const all = guides.flatMap((guide) =>
    guide.steps
      .filter(({ language }) => language !== 'json')
      .map((step) => ({ title: `${guide.name}: ${step.name}`, guide, step })),
  )

  let work: string
  let runner: ChildProcess
  let lines: Interface
  const nodes = new Map<string, Promise<RunningNode>>()
  const results = new Map<Step, Promise<string>>()

  /** Starts a node with the options of a guide. Guides that need less share a node. */
  function nodeOf({ node }: Guide): Promise<RunningNode> {
    const options = shared.startsWith(node) ? shared : node
    const cwd = options.includes('--config-file') ? work : root
    const running = nodes.get(options) ?? start(options, cwd)
    nodes.set(options, running)
    return running
  }

  beforeAll(async () => {
    mkdirSync(join(root, '.cache'), { recursive: true })
    work = mkdtempSync(join(root, '.cache/guides-'))
    for (const { steps } of guides) {
      for (const { name, text } of steps) {
        if (name.endsWith('.json')) writeFileSync(join(work, name), text)
      }
    }
    writeFileSync(join(work, 'token'), 'a-secret-of-at-least-16-characters', { mode: 0o600 })
    runner = spawn(process.execPath, [join(import.meta.dirname, 'run-guides.mjs')], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (runner.stdout === null) throw new Error('The runner has no output.')
    lines = createInterface({ input: runner.stdout })
    await Promise.all(guides.map((guide) => nodeOf(guide)))
    // Commands and modules run beside each other, and the steps of each kind in order.
    const last = { sh: Promise.resolve(''), js: Promise.resolve('') }
    for (const { guide, step } of all) {
      const kind = step.language === 'sh' ? 'sh' : 'js'
      last[kind] = last[kind].then(() => run(guide, step))
      results.set(step, last[kind])
    }
  })

  afterAll(async () => {
    runner.kill()
    for (const running of nodes.values()) (await running).child.kill('SIGKILL')
    rmSync(work, { recursive: true, force: true })
  })

  async function run(guide: Guide, { language, name, text }: Step): Promise<string> {
    const { url } = await nodeOf(guide)
    const code = text.replaceAll('127.0.0.1:9650', new URL(url).host)
    if (language === 'sh') {
      const script = `npx() { shift; "${process.execPath}" "${bin}" "$@"; }\n${code}`
      return outputOf(script, work)
    }
    const file = join(work, `${guide.name}-${name.replace(/\.mjs$/, '').replaceAll(' ', '-')}.mjs`)
    writeFileSync(file, code)
    const dev = guide.node.includes('--dev') ? `${url}/ext/bc/C/rpc` : undefined
    const printed = new Promise<string>((resolve) => {
      lines.once('line', (line) => resolve(JSON.parse(line)))
    })
    runner.stdin?.write(`${JSON.stringify({ file, dev })}\n`)
    return printed
  }

  test('are twelve, each with code', () => {
    expect(guides.filter(({ steps }) => steps.length > 0)).toHaveLength(12)
  })

  test.each(all)('$title', async ({ step }) => {
    const printed = (await results.get(step)) ?? ''
    if (step.output === undefined) expect(printed).not.toMatch(/error/i)
    else if (!matches(printed, step.output)) expect(printed.trim()).toBe(step.output)
  })
})
