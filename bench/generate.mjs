// Measures CPU seconds and peak memory of generation: `node bench/generate.mjs`, after a build.
// Env: SIZES (80,200,1000,5000), ROUNDS (at most 3; two at 1000 methods, one at 5000). Rounds are
// interleaved, and the result is the median. A command is stopped after CAP (120) seconds and is
// not run again with as many or more methods; no command starts after MINUTES (20). The section of
// bench/RESULTS.md is written after each round, so that an interrupted run keeps its figures.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { root, rpcloom } from '../scripts/workspace.mjs'
import { openapiDocument, openrpcDocument } from './synthetic.mjs'

const sizes = (process.env.SIZES ?? '80,200,1000,5000').split(',').map(Number)
const rounds = Number(process.env.ROUNDS ?? 3)
const cap = Number(process.env.CAP ?? 120)
const end = performance.now() + Number(process.env.MINUTES ?? 20) * 60_000
const usage = fileURLToPath(new URL('usage.mjs', import.meta.url))
const peers = fileURLToPath(new URL('node_modules', import.meta.url))
const code = ['client', 'server', 'mock']

/**
 * A measurement: its name, how to prepare a folder, and the command. `then` is a second measurement in the
 * same folder.
 */
const candidates = [
  {
    name: 'ours, client + server + mock, formatting off',
    ...ours({ targets: code, format: false }),
  },
  { name: 'ours, client + server + mock, formatting on', ...ours({ targets: code, format: true }) },
  { name: 'ours, docs, formatting off', ...ours({ targets: ['docs'], format: false }) },
  { name: 'ours, docs, formatting on', ...ours({ targets: ['docs'], format: true }) },
  {
    name: 'ours, all four, formatting off',
    ...ours({ targets: [...code, 'docs'], format: false }),
    then: [
      { name: 'ours, all four, nothing changed', act: () => undefined },
      { name: 'ours, all four, one method changed', act: changeOneMethod },
    ],
  },
  {
    name: 'ours, all four, formatting on',
    ...ours({ targets: [...code, 'docs'], format: true }),
    then: [{ name: 'ours, all four, one method changed, formatting on', act: changeOneMethod }],
  },
  {
    name: 'hey-api, types + client + validation',
    entry: join(peers, '@hey-api/openapi-ts/dist/run.mjs'),
    prepare(folder, size) {
      writeFileSync(join(folder, 'api.json'), JSON.stringify(openapiDocument(size)))
      const config = {
        input: './api.json',
        output: './out',
        plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch', 'zod'],
      }
      const file = join(folder, 'openapi-ts.config.mjs')
      writeFileSync(file, `export default ${JSON.stringify(config)}\n`)
    },
    // Last release that supports Node 20.
    arguments: ['-f', 'openapi-ts.config.mjs'],
  },
  {
    name: 'openapi-typescript, types only',
    entry: join(peers, 'openapi-typescript/bin/cli.js'),
    prepare: (folder, size) =>
      writeFileSync(join(folder, 'api.json'), JSON.stringify(openapiDocument(size))),
    arguments: ['api.json', '-o', 'types.ts'],
  },
  {
    name: '@open-rpc/generator, client only',
    entry: join(peers, '@open-rpc/generator/build/cli.js'),
    prepare(folder, size) {
      writeFileSync(join(folder, 'api.json'), JSON.stringify(openrpcDocument(size)))
      const component = { type: 'client', name: 'bench', language: 'typescript' }
      const config = { openrpcDocument: './api.json', outDir: './out', components: [component] }
      writeFileSync(join(folder, 'generator.json'), JSON.stringify(config))
    },
    arguments: ['generate', '-c', 'generator.json'],
  },
]

function ours({ targets, format }) {
  return {
    entry: rpcloom,
    prepare(folder, size) {
      writeFileSync(join(folder, 'api.json'), JSON.stringify(openrpcDocument(size)))
      const config = {
        inputs: ['api.json'],
        out: 'out',
        scope: '@bench',
        targets: Object.fromEntries(targets.map((name) => [name, {}])),
        format,
      }
      writeFileSync(join(folder, 'rpcloom.config.json'), JSON.stringify(config))
    },
    arguments: ['generate'],
  }
}

function changeOneMethod(folder) {
  const path = join(folder, 'api.json')
  const document = JSON.parse(readFileSync(path, 'utf8'))
  document.methods[3].params.push({ name: 'added', schema: { type: 'boolean' } })
  writeFileSync(path, JSON.stringify(document))
}

/** Returns the resource usage of a command, or the reason for its failure. */
function measure(folder, entry, args) {
  const report = join(folder, 'usage.json')
  rmSync(report, { force: true })
  const options = {
    cwd: folder,
    env: { ...process.env, BENCH_USAGE: report },
    maxBuffer: 1 << 28,
    timeout: cap * 1000,
    killSignal: 'SIGKILL',
  }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`--import=${usage}`, entry, ...args],
      options,
      (error, out, err) => {
        if (error === null) return resolve(JSON.parse(readFileSync(report, 'utf8')))
        if (error.killed) return resolve({ ended: `> ${cap} s` })
        console.error(`${entry} failed: ${`${out}${err}`.slice(0, 400)}`)
        resolve({ ended: 'fails' })
      },
    )
  })
}

async function once({ name, entry, arguments: args, prepare, then = [] }, size) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/bench-'))
  try {
    prepare(folder, size)
    for (const step of [{ name, act: () => undefined }, ...then]) {
      if (performance.now() > end) return
      step.act(folder)
      const used = await measure(folder, entry, args)
      note(step.name, size, used)
      if ('ended' in used) return
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

const measured = new Map()
/** Commands that failed or were stopped. They are not run again with as many or more methods. */
const ended = new Map()
const tooSlow = new Set()

function note(name, size, used) {
  const key = `${name} ${size}`
  if ('ended' in used) {
    ended.set(key, used.ended)
    tooSlow.add(name)
  } else {
    measured.set(key, [...(measured.get(key) ?? []), used])
  }
  const text = used.ended ?? `${used.cpu.toFixed(2)} s, ${used.megabytes.toFixed(0)} MB`
  console.log(`${key}: ${text}`)
}

async function measureRound(size) {
  for (const candidate of candidates) {
    if (!existsSync(candidate.entry) || tooSlow.has(candidate.name)) continue
    if (performance.now() > end) return
    await once(candidate, size)
  }
}

function roundsOf(size) {
  return Math.min(rounds, size >= 5000 ? 1 : size >= 1000 ? 2 : rounds)
}

function cell(name, size) {
  const key = `${name} ${size}`
  const runs = measured.get(key)
  if (runs === undefined) return ended.get(key) ?? '-'
  const cpu = median(runs.map((one) => one.cpu)).toFixed(2)
  const times = runs.length === roundsOf(size) ? '' : ` (${runs.length})`
  return `${cpu} s, ${median(runs.map((one) => one.megabytes)).toFixed(0)} MB${times}`
}

async function writeTable() {
  const rows = candidates
    .flatMap((candidate) => [candidate, ...(candidate.then ?? [])])
    .map(({ name }) => [name, ...sizes.map((size) => cell(name, size))])
    .filter(([, ...cells]) => cells.some((text) => text !== '-'))
  await writeSection(
    'Generating',
    [
      `CPU seconds and peak memory, median of interleaved rounds, ${sizes.map((size) => `${roundsOf(size)} at ${size}`).join(', ')}, or of as many as`,
      `are in brackets. A dash was not measured: it came to no end with fewer methods, or time was up. What took`,
      `longer than ${cap} s of the clock was stopped. ${machine()}, load ${loadavg()[2].toFixed(0)}.`,
      '',
      markdownTable([['tool, what it emits', ...sizes.map((size) => `${size} methods`)], ...rows]),
    ].join('\n'),
  )
}

for (const size of sizes) {
  for (let round = 0; round < roundsOf(size) && performance.now() < end; round++) {
    await measureRound(size)
    await writeTable()
  }
}
