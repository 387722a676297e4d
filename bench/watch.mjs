// Measures the time from saving a document until `generate --watch` has written the last file: for
// our own documents with all four targets, and for the docs of one document with 1000 methods.
// Measures wall-clock and CPU time in milliseconds. Env: ROUNDS (9). The first round of each edit
// includes lazy loading; the result is the median of the others. Replaces its section of
// bench/RESULTS.md unless WRITE=no.
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { root, rpcloom } from '../scripts/workspace.mjs'
import { openrpcDocument } from './synthetic.mjs'

const rounds = Number(process.env.ROUNDS ?? 9)

const ownDocuments = {
  name: 'our documents',
  file: 'openrpc/info.openrpc.json',
  prepare(folder) {
    cpSync(join(root, 'openrpc'), join(folder, 'openrpc'), { recursive: true })
    cpSync(join(root, 'rpcloom.config.json'), join(folder, 'rpcloom.config.json'))
  },
}
const docsOfThousand = {
  name: 'docs of 1000 methods',
  file: 'api.json',
  prepare(folder) {
    const config = { inputs: ['api.json'], out: 'out', scope: '@bench', targets: { docs: {} } }
    writeFileSync(join(folder, 'api.json'), JSON.stringify(openrpcDocument(1000)))
    writeFileSync(join(folder, 'rpcloom.config.json'), JSON.stringify(config))
  },
}

/** Starts the command. Returns functions that wait for its output and read its CPU time. */
function watch(folder) {
  const child = spawn(process.execPath, [rpcloom, 'generate', '--watch'], { cwd: folder })
  child.stderr.pipe(process.stderr)
  let output = ''
  let wake = () => {}
  child.stdout.on('data', (chunk) => {
    output += chunk
    wake()
  })
  return {
    child,
    async printed(pattern) {
      while (!pattern.test(output)) await new Promise((resolve) => (wake = resolve))
      output = ''
    },
    /** Returns the CPU time of the command in milliseconds; NaN if the platform does not report it. */
    cpuTime() {
      const path = `/proc/${child.pid}/stat`
      if (!existsSync(path)) return NaN
      const [, rest = ''] = readFileSync(path, 'utf8').split(') ')
      const fields = rest.split(' ')
      // Linux reports CPU time in ticks of 10 ms.
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
  }
}

/** Changes and saves the document. Returns the time until all files are written. */
async function edit(path, { printed, cpuTime }, change) {
  const document = JSON.parse(readFileSync(path, 'utf8'))
  change(document)
  // Wait until the watcher has completed the previous run and watches for changes again.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const [started, cpu] = [performance.now(), cpuTime()]
  writeFileSync(path, JSON.stringify(document, undefined, 2))
  await printed(/^Written/m)
  return { wall: performance.now() - started, cpu: cpuTime() - cpu }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const edits = [
  [
    'the description of a method',
    ({ methods }, round) => (methods[1].description = `What it says in round ${round}.`),
  ],
  [
    'an optional param',
    ({ methods }, round) =>
      methods[1].params.push({ name: `p${round}`, schema: { type: 'boolean' } }),
  ],
  [
    'a method more',
    ({ methods }, round) =>
      methods.push({
        name: methods[0].name.replace(/\w+$/, `added${round}`),
        params: [],
        result: { name: 'result', schema: { type: 'string' } },
      }),
  ],
]

async function rowsOf({ name, file, prepare }) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/watch-'))
  prepare(folder)
  const watched = watch(folder)
  try {
    await watched.printed(/^(Written|Everything)/m)
    const rows = []
    for (const [what, change] of edits) {
      const times = []
      for (let round = 0; round < rounds; round++) {
        const path = join(folder, file)
        times.push(await edit(path, watched, (document) => change(document, round)))
      }
      const text = ({ wall, cpu }) => `${wall.toFixed(0)} ms, ${cpu.toFixed(0)} ms CPU`
      console.log(`${name}, ${what}: ${times.map(text).join('; ')}`)
      const others = times.slice(1)
      const usual = {
        wall: median(others.map(({ wall }) => wall)),
        cpu: median(others.map(({ cpu }) => cpu)),
      }
      rows.push([name, what, text(times[0]), text(usual)])
    }
    return rows
  } finally {
    const ended = once(watched.child, 'exit')
    watched.child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

const rows = [...(await rowsOf(ownDocuments)), ...(await rowsOf(docsOfThousand))]
if (process.env.WRITE !== 'no') {
  await writeSection(
    'Watching',
    [
      `From saving a document to the last file written by \`rpcloom generate --watch\`, ${rounds} rounds. ${machine()},`,
      `load ${loadavg()[0].toFixed(1)} while it was measured.`,
      '',
      markdownTable([
        ['documents', 'what was edited', 'first time', 'median of the others'],
        ...rows,
      ]),
    ].join('\n'),
  )
}
