// Measures what a program with 40 calls of a generated client costs the compiler: the type instantiations and
// types in addition to those of a program without calls. Every run gives the same counts. `node
// bench/types.mjs`, after a build. Env: SIZES (120,2000).
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { root, rpcloom } from '../scripts/workspace.mjs'
import { openrpcDocument } from './synthetic.mjs'

const CALLS = 40
const sizes = (process.env.SIZES ?? '120,2000').split(',').map(Number)
const compiler = join(root, 'node_modules/typescript/bin/tsc')

const options = {
  target: 'es2023',
  module: 'nodenext',
  lib: ['es2023', 'dom'],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}

/** Prepares a folder with the built and installed client of a document. */
function prepare(size) {
  const folder = mkdtempSync(join(tmpdir(), 'rpcloom-types-'))
  writeFileSync(join(folder, 'api.json'), JSON.stringify(openrpcDocument(size)))
  const run = (file, ...args) => execFileSync(process.execPath, [file, ...args], { cwd: folder })
  run(
    rpcloom,
    'generate',
    '--input',
    'api.json',
    '--out',
    'out',
    '--scope',
    '@bench',
    '--targets',
    'client',
  )
  mkdirSync(join(folder, 'node_modules/@bench'), { recursive: true })
  mkdirSync(join(folder, 'node_modules/@rpcloom'))
  symlinkSync(join(folder, 'out/client'), join(folder, 'node_modules/@bench/client'))
  symlinkSync(join(root, 'packages/rpc'), join(folder, 'node_modules/@rpcloom/rpc'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  run(compiler, '-p', 'out/client')
  return { folder, run }
}

function consumer(size, calls) {
  const lines = Array.from({ length: calls }, (_, at) => {
    const index = Math.floor((at * size) / calls)
    return `export const call${at} = node.synthetic.service${index % 20}.method${index}({ id: 'a' })`
  })
  return [
    `import { createClient, http } from '@bench/client'`,
    `export const node = createClient({ transport: http('http://127.0.0.1') })`,
    ...lines,
  ].join('\n')
}

function measure({ folder, run }, text) {
  writeFileSync(join(folder, 'consumer.ts'), text)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['consumer.ts'] }),
  )
  const output = run(compiler, '-p', '.', '--extendedDiagnostics').toString()
  const figure = (name) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(output)?.[1])
  return {
    instantiations: figure('Instantiations'),
    types: figure('Types'),
    check: figure('Check time'),
  }
}

const rows = []
for (const size of sizes) {
  const place = prepare(size)
  try {
    const none = measure(place, consumer(size, 0))
    const calls = measure(place, consumer(size, CALLS))
    rows.push([
      size,
      calls.instantiations - none.instantiations,
      calls.types - none.types,
      calls.check.toFixed(3),
    ])
  } finally {
    rmSync(place.folder, { recursive: true, force: true })
  }
}
const columns = ['methods', 'instantiations', 'types', 'check, seconds']
const table = markdownTable([columns, ...rows])
console.log(table)
await writeSection(
  'Types',
  `What ${CALLS} calls of a client cost the compiler, beyond a program without them. ${machine()}.\n\n${table}`,
)
