// Measures the cost of documents that try to exhaust resources: CPU seconds and peak memory of
// `rpcloom generate` for each document of test/fuzz/hostile.ts, with code targets and with docs.
// Each run must stay within the limits, whether the document is accepted or rejected.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { root, rpcloom } from '../scripts/workspace.mjs'

/** Limits of a run. A run that exceeds a limit is stopped and fails. */
const limits = { seconds: 120, megabytes: 1500 }
const columns = [
  ['code', 'client,server,mock'],
  ['docs', 'docs'],
]

mkdirSync(join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(join(root, '.cache/hostile-'))
try {
  const documents = await readDocuments()
  const rows = []
  let failures = 0
  for (const { name, file, text, code } of documents) {
    const project = mkdtempSync(join(folder, 'project-'))
    writeFileSync(join(project, file), text)
    const cells = []
    const outcomes = new Set()
    for (const [, targets] of columns) {
      const run = await measure(project, file, targets)
      const outcome = outcomeOf(run, code)
      if (outcome.startsWith('FAILED')) failures++
      outcomes.add(outcome)
      cells.push(`${run.cpu.toFixed(2)} s, ${run.megabytes.toFixed(0)} MB`)
    }
    rmSync(project, { recursive: true })
    rows.push([name.replaceAll('|', '\\|'), size(text), [...outcomes].join('; '), ...cells])
    console.log(rows.at(-1).join('  '))
  }
  await writeSection('Hostile documents', section(rows))
  if (failures > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Bundles the test documents, which are TypeScript modules. */
async function readDocuments() {
  const outfile = join(folder, 'documents.mjs')
  await build({
    entryPoints: [join(root, 'test/fuzz/hostile.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  })
  const { generating, refused } = await import(pathToFileURL(outfile).href)
  return [
    ...Object.entries(generating).map(([name, document]) => ({
      name,
      file: 'case.json',
      text: JSON.stringify(document),
    })),
    ...refused.map(([name, document, code]) => ({ name, ...document, code })),
  ]
}

function measure(project, file, targets) {
  const usage = join(folder, 'usage.json')
  rmSync(usage, { force: true })
  const args = [
    `--max-old-space-size=${limits.megabytes}`,
    `--import=${pathToFileURL(join(root, 'bench/usage.mjs')).href}`,
    rpcloom,
    'generate',
    `--input=${file}`,
    `--out=${targets}`,
    '--scope=@x',
    `--targets=${targets}`,
  ]
  const env = { ...process.env, BENCH_USAGE: usage }
  const child = spawn(process.execPath, args, {
    cwd: project,
    env,
    timeout: limits.seconds * 1000,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      if (text.length < 10_000) text += part
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exit) => resolve({ exit, text, ...read(usage) }))
  })
}

function read(usage) {
  try {
    return JSON.parse(readFileSync(usage, 'utf8'))
  } catch (error) {
    // A killed process has written no usage.
    if (error.code === 'ENOENT') return { cpu: Number.NaN, megabytes: Number.NaN }
    throw error
  }
}

function outcomeOf({ exit, text }, code) {
  if (code === undefined) return exit === 0 ? 'generated' : `FAILED: ends with ${exit}`
  return exit === 2 && text.includes(code) ? `refused: ${code}` : `FAILED: no ${code}`
}

function size(text) {
  const kilobytes = Buffer.byteLength(text) / 1024
  return kilobytes < 1024 ? `${kilobytes.toFixed(0)} kB` : `${(kilobytes / 1024).toFixed(0)} MB`
}

function section(rows) {
  const heads = ['document', 'size', 'outcome', ...columns.map(([name]) => name)]
  return [
    'CPU seconds and peak memory of one run each, without a lock. A run that takes more than',
    `${limits.seconds} s or a heap of ${limits.megabytes} MB is ended, and fails. ${machine()}.`,
    '',
    markdownTable([heads, ...rows]),
  ].join('\n')
}
