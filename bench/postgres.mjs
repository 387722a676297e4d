// Starts PostgreSQL, as Debian installs it, in a temporary folder.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const versions = '/usr/lib/postgresql'
/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const user = process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Returns the port of the server, its CPU time in seconds, and a function that stops it. Commits wait for the disk. */
export async function startPostgres() {
  const [version] = readdirSync(versions).sort((a, b) => b - a)
  const program = (name) => join(versions, version, 'bin', name)
  const folder = mkdtempSync(join(tmpdir(), 'postgres-bench-'))
  if (user.uid !== undefined) chownSync(folder, NOBODY, NOBODY)
  const data = join(folder, 'data')
  const init = ['-D', data, '-U', 'node', '--auth=trust', '-E', 'UTF8', '--locale=C']
  execFileSync(program('initdb'), init, { stdio: 'pipe', cwd: folder, ...user })
  const port = await freePort()
  const settings = ['-D', data, '-p', port, '-k', folder, '-c', 'listen_addresses=127.0.0.1']
  const server = spawn(program('postgres'), settings, { stdio: 'ignore', cwd: folder, ...user })
  const stop = () => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', stop)
  const ready = ['-h', '127.0.0.1', '-p', String(port), '-t', '30']
  for (let isReady = false; !isReady;)
    try {
      execFileSync(program('pg_isready'), ready, { stdio: 'pipe' })
      isReady = true
    } catch {
      // It is still starting.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  return { port, cpu: () => cpuOf(server.pid) }
}

/** Returns the CPU time of a process and its children, in seconds. */
function cpuOf(parent) {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const [, ppid, ...rest] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      const own = Number(rest[9]) + Number(rest[10])
      if (Number(name) === parent) ticks += own + Number(rest[11]) + Number(rest[12])
      else if (Number(ppid) === parent) ticks += own
    } catch {
      // The process has ended since the folder was read.
    }
  return ticks / 100
}
