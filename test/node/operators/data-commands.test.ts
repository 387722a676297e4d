import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createClient, http } from '@native-node/client'
import { startNode, type NodeOptions, type RunningNode } from '@native-node/node'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runDataCommand } from '../../../packages/node/src/maintenance.ts'
import { parseCommand } from '../../../packages/node/src/settings/flags.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { call } from '../requests.ts'
import { spawnNode } from '../spawn-node.ts'
import { earlierFolder } from '../store/earlier-folder.ts'

const token = 'a-token-of-checkpoints'
const password = 'Correct-Horse-42'

/** Runs a command in this process. Returns the sentence that it prints. */
async function command(...args: readonly string[]): Promise<string> {
  const parsed = parseCommand(args)
  if (parsed.kind !== 'data') throw new Error(JSON.stringify(parsed))
  return runDataCommand(parsed.data)
}

/** Returns the error of a command that fails. */
function failure(...args: readonly string[]): Promise<string> {
  return command(...args).then(
    (printed) => `no failure: ${printed}`,
    (error: unknown) => String(error),
  )
}

async function started(options: NodeOptions): Promise<RunningNode> {
  const node = await startNode({ port: 0, logLevel: 'crit', ...options })
  onTestFinished(() => node.close())
  await node.ready
  return node
}

const source = mkdtempSync(join(tmpdir(), 'checkpoint-'))
const file = join(source, 'chain.gz')
afterAll(() => rmSync(source, { recursive: true, force: true }))

/** Starts a node with a user and three blocks of the C-Chain, and exports its chain data while it runs. */
beforeAll(async () => {
  const checkpointTokenFile = join(source, 'token')
  writeFileSync(checkpointTokenFile, token)
  const dataDir = join(source, 'data')
  const options = { dataDir, checkpointTokenFile, dev: true, port: 0, logLevel: 'crit' } as const
  const node = await startNode(options)
  const client = createClient({ transport: http(node.url) })
  await client.keystore.createUser({ username: 'known-user', password })
  for (let count = 0; count < 2; count++) await call(`${node.url}/ext/bc/C/rpc`, 'evm_mine', [])
  const from = ['--from', node.url, '--checkpoint-token-file', checkpointTokenFile]
  expect(await command('export', file, ...from)).toBe(`Exported the chain data to ${file}`)
  await node.close()
})

describe('a checkpoint', () => {
  test('of a folder with keys among the chain data is refused until it is migrated', async () => {
    const folder = earlierFolder()
    const flags = ['--data-dir', join(folder, 'data'), '--genesis', join(folder, 'genesis.json')]
    const target = join(folder, 'chain.gz')
    expect(await failure('export', target, ...flags)).toContain('native-node migrate')
    expect(existsSync(target)).toBe(false)
    await command('migrate', ...flags)
    await command('export', target, ...flags)
    expect(gunzipSync(readFileSync(target)).includes('keystore/')).toBe(false)
  })

  test.each(['verify', 'migrate'])('%s does not create a folder', async (name) => {
    const folder = join(temporaryFolder({}), 'mistyped')
    expect(await failure(name, '--data-dir', folder)).toContain('There is no chain data')
    expect(existsSync(folder)).toBe(false)
  })

  test('of a running node starts another node at the same blocks, without secrets', async () => {
    const folder = temporaryFolder({})
    const stopped = join(folder, 'stopped.gz')
    await command('export', stopped, '--data-dir', join(source, 'data'))
    expect(gunzipSync(readFileSync(stopped)).equals(gunzipSync(readFileSync(file)))).toBe(true)
    expect(gunzipSync(readFileSync(file)).includes('known-user')).toBe(false)
    const dataDir = join(folder, 'copy')
    await command('import', file, '--data-dir', dataDir)
    expect(await command('verify', '--data-dir', dataDir)).toBe(
      `The data folder ${dataDir} is sound`,
    )
    const node = await started({ dev: true, dataDir })
    const client = createClient({ transport: http(node.url) })
    expect(await client.cChain.eth.blockNumber()).toBe(3n)
    expect(await client.keystore.listUsers()).toEqual({ users: [] })
  })

  test('that is damaged, incomplete or of another network leaves no chain data behind', async () => {
    const folder = temporaryFolder({})
    const bytes = gunzipSync(readFileSync(file))
    const changed = Buffer.from(bytes)
    changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 1
    const copy = join(folder, 'copy')
    const bad = join(folder, 'bad.gz')
    for (const [content, part] of [
      [gzipSync(changed), 'its digest differs|incomplete'],
      [gzipSync(bytes.subarray(0, -1)), 'incomplete'],
      [gzipSync(Buffer.concat([bytes, Buffer.from('x')])), 'incomplete'],
      [readFileSync(file).subarray(0, -200), 'damaged'],
      [gzipSync(Buffer.from('hello')), 'not a checkpoint'],
      [gzipSync(Buffer.alloc(0)), 'incomplete'],
      [Buffer.from('hello'), 'damaged'],
    ] as const) {
      writeFileSync(bad, content)
      expect(await failure('import', bad, '--data-dir', copy)).toMatch(
        new RegExp(`The checkpoint .*(${part})`),
      )
      expect(existsSync(join(copy, 'db'))).toBe(false)
    }
    expect(await failure('import', file, '--network=7', '--data-dir', copy)).toContain(
      'belongs to another network or version: its networkID is 12345',
    )
    await command('import', file, '--data-dir', copy)
    expect(await failure('import', file, '--data-dir', copy)).toContain('already has chain data')
  })

  test('is served only to callers that know the token', async () => {
    const folder = temporaryFolder({ token, short: 'short' })
    const checkpointTokenFile = join(folder, 'token')
    const node = await started({ memory: true, public: true, checkpointTokenFile })
    const get = async (authorization: string): Promise<number> =>
      (await fetch(`${node.url}/ext/checkpoint`, { headers: { authorization } })).status
    expect(await Promise.all(['', 'Bearer x', `Basic ${token}`].map(get))).toEqual([401, 401, 401])
    expect(await get(`bearer ${token}`)).toBe(200)
    const without = await started({ memory: true })
    expect((await fetch(`${without.url}/ext/checkpoint`)).status).toBe(404)
    const short = { memory: true, port: 0, checkpointTokenFile: join(folder, 'short') }
    await expect(startNode({ ...short, logLevel: 'crit' })).rejects.toThrow('16 characters')
  })

  test('cannot be taken from a folder in use, or to a place that does not exist', async () => {
    const folder = temporaryFolder({})
    const data = join(folder, 'data')
    const node = await started({ dataDir: data })
    const unwritten = join(folder, 'a.gz')
    expect(await failure('export', unwritten, '--data-dir', data)).toContain('in use')
    expect(existsSync(unwritten)).toBe(false)
    await node.close()
    const nowhere = join(folder, 'none/a.gz')
    expect(await failure('export', nowhere, '--data-dir', data)).toContain('Cannot write')
    const empty = join(folder, 'empty')
    expect(await failure('export', unwritten, '--data-dir', empty)).toContain('no chain data')
    const from = ['--from', 'http://127.0.0.1:1']
    expect(await failure('export', unwritten, ...from)).toContain(
      'requires --checkpoint-token-file',
    )
  })

  test('of a response that was cut does not replace an earlier one', async () => {
    const folder = temporaryFolder({ token })
    const bytes = readFileSync(file)
    let part = bytes.subarray(0, -100)
    // Without a length, the end of the connection is the end of the response.
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.0 200 OK\r\ncontent-type: application/gzip\r\n\r\n')
        socket.end(part)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const copy = join(folder, 'copy.gz')
    writeFileSync(copy, 'before')
    const from = ['--from', `http://127.0.0.1:${port}/`]
    from.push('--checkpoint-token-file', join(folder, 'token'))
    expect(await failure('export', copy, ...from)).toMatch(/damaged|incomplete/)
    expect(readFileSync(copy, 'utf8')).toBe('before')
    part = bytes
    expect(await failure('export', copy, '--network=7', ...from)).toContain('networkID')
    expect(readFileSync(copy, 'utf8')).toBe('before')
    await command('export', copy, ...from)
    expect(readFileSync(copy).equals(bytes)).toBe(true)
  })

  test('is written through a link, and only to a regular file', async () => {
    const folder = temporaryFolder({ 'real.gz': '' })
    const data = join(source, 'data')
    symlinkSync(join(folder, 'real.gz'), join(folder, 'link.gz'))
    await command('export', join(folder, 'link.gz'), '--data-dir', data)
    expect(lstatSync(join(folder, 'link.gz')).isSymbolicLink()).toBe(true)
    expect(statSync(join(folder, 'real.gz')).size).toBeGreaterThan(100)
    for (const path of [folder, '/dev/null'])
      expect(await failure('export', path, '--data-dir', data)).toContain('not a regular file')
  })

  test('cannot be taken from an empty folder, which can be filled', async () => {
    const dataDir = temporaryFolder({})
    mkdirSync(join(dataDir, 'db'))
    const out = join(dataDir, 'out.gz')
    expect(await failure('export', out, '--data-dir', dataDir)).toContain('no chain data')
    expect(await failure('verify', '--data-dir', dataDir)).toContain('no chain data')
    await command('import', file, '--data-dir', dataDir)
    expect(await command('verify', '--data-dir', dataDir)).toContain('is sound')
  })

  test('with an entry in many chunks is read in linear time, and its head is shown without control characters', async () => {
    const folder = temporaryFolder({})
    const head = Buffer.from(gunzipSync(readFileSync(file)).subarray(0, 300))
    const end = head.indexOf('\n', head.indexOf('\n') + 1) + 1
    const claimed = Buffer.alloc(8)
    claimed.writeUInt32BE(1)
    claimed.writeUInt32BE(128 * 1024 * 1024, 4)
    const path = join(folder, 'large.gz')
    const large = [head.subarray(0, end), claimed, Buffer.alloc(127 * 1024 * 1024)]
    writeFileSync(path, gzipSync(Buffer.concat(large), { level: 1 }))
    const started = performance.now()
    const copy = join(folder, 'copy')
    expect(await failure('import', path, '--data-dir', copy)).toContain('incomplete')
    expect(performance.now() - started).toBeLessThan(30_000)
    const odd = Buffer.from('native-node checkpoint 1\n{"layout":"\\u001b[31m"}\n')
    writeFileSync(path, gzipSync(odd))
    expect(await failure('import', path, '--data-dir', copy)).toContain(
      'its layout is "\\u001b[31m"',
    )
  })

  test('is not fetched from a URL with credentials, which stay out of the message', async () => {
    const folder = temporaryFolder({ token })
    const args = ['--checkpoint-token-file', join(folder, 'token')]
    const out = join(folder, 'out.gz')
    const withPassword = await failure(
      'export',
      out,
      '--from',
      'http://u:secret@127.0.0.1:1',
      ...args,
    )
    expect(withPassword).toContain('must not have a user name')
    expect(withPassword).not.toContain('secret')
    expect(await failure('export', out, '--from', 'http://127.0.0.1:1/prefix', ...args)).toMatch(
      /127\.0\.0\.1:1\/prefix\/ext\/checkpoint cannot be reached: .*(bad port|ECONNREFUSED)/,
    )
  })

  test('that a killed import left unfinished is imported again', async () => {
    const folder = temporaryFolder({})
    const copy = join(folder, 'copy')
    const killed = spawnNode('import', file, '--data-dir', copy)
    while (!existsSync(copy)) await wait(1)
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(existsSync(join(copy, 'db'))).toBe(false)
    await command('import', file, '--data-dir', copy)
    await command('verify', '--data-dir', copy)
  })
})

describe('the command line', () => {
  test.each([
    [['exprt'], "Unknown command 'exprt'"],
    [['import'], 'import requires one FILE'],
    [['verify', 'a'], 'verify takes no FILE'],
    [['import', 'a', '--from', 'http://a'], '--from requires the command export'],
    [['export', 'a', '--from', 'ftp://a'], 'expected an http or https URL'],
    [['verify', '--memory'], 'cannot be combined with --memory'],
    [['--http-tls-cert-file', 'a'], 'requires --http-tls-key-file'],
  ])('%j is wrong', (args, part) => {
    expect(parseCommand(args)).toMatchObject({
      kind: 'wrong',
      problems: [{ message: expect.stringContaining(part) }],
    })
  })

  test('prints the error, and ends with code 2', async () => {
    const data = join(temporaryFolder({}), 'data')
    const { code, stdout, stderr } = await spawnNode('import', 'none', '--data-dir', data).ended
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^Cannot read none.*\n$/)
  })
})
