import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createClient, http } from '@native-node/client'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { spawnNode, type ExitResult } from '../spawn-node.ts'

const token = 'a-token-of-checkpoints'
const password = 'Correct-Horse-42'

function command(...args: readonly string[]): Promise<ExitResult> {
  return spawnNode(...args).ended
}

/** Starts a node with a user and two blocks of the C-Chain, and exports its chain data while it runs. */
async function exported(): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = temporaryFolder({ token })
  const tokenFile = join(folder, 'token')
  const data = join(folder, 'data')
  const node = spawnNode(
    '--port=0',
    '--dev',
    '--data-dir',
    data,
    '--checkpoint-token-file',
    tokenFile,
  )
  const url = await node.url
  const client = createClient({ transport: http(url) })
  await client.keystore.createUser({ username: 'known-user', password })
  await client.cChain.evm.mine()
  await client.cChain.evm.mine()
  const file = join(folder, 'chain.gz')
  const done = await command('export', file, '--from', url, '--checkpoint-token-file', tokenFile)
  expect(done).toMatchObject({ code: 0, stderr: '' })
  node.child.kill('SIGTERM')
  await node.ended
  return { folder, file }
}

describe('a checkpoint', () => {
  test('of a running node starts another node at the same blocks, without secrets', async () => {
    const { folder, file } = await exported()
    const stopped = join(folder, 'stopped.gz')
    await command('export', stopped, '--data-dir', join(folder, 'data'))
    expect(gunzipSync(readFileSync(stopped)).equals(gunzipSync(readFileSync(file)))).toBe(true)
    expect(gunzipSync(readFileSync(file)).includes('known-user')).toBe(false)
    const copy = join(folder, 'copy')
    expect(await command('import', file, '--data-dir', copy)).toMatchObject({ code: 0 })
    expect(await command('verify', '--data-dir', copy)).toMatchObject({
      code: 0,
      stdout: `The data folder ${copy} is sound\n`,
    })
    const node = spawnNode('--port=0', '--dev', '--data-dir', copy)
    const client = createClient({ transport: http(await node.url) })
    expect(await client.cChain.eth.blockNumber()).toBe(2n)
    expect(await client.keystore.listUsers()).toEqual({ users: [] })
  })

  test('that is damaged, incomplete or of another network leaves no chain data behind', async () => {
    const { folder, file } = await exported()
    const bytes = gunzipSync(readFileSync(file))
    const changed = Buffer.from(bytes)
    changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 1
    const copy = join(folder, 'copy')
    const bad = join(folder, 'bad.gz')
    for (const [content, part] of [
      [gzipSync(changed), 'damaged|cannot be used'],
      [gzipSync(bytes.subarray(0, -1)), 'incomplete'],
      [gzipSync(Buffer.concat([bytes, Buffer.from('x')])), 'incomplete'],
      [readFileSync(file).subarray(0, -200), 'damaged'],
      [gzipSync(Buffer.from('hello')), 'not a checkpoint'],
      [gzipSync(Buffer.alloc(0)), 'incomplete'],
      [Buffer.from('hello'), 'damaged'],
    ] as const) {
      writeFileSync(bad, content)
      const { code, stderr } = await command('import', bad, '--data-dir', copy)
      expect(code).toBe(2)
      expect(stderr).toMatch(new RegExp(`The checkpoint .*(${part})`))
      expect(existsSync(join(copy, 'db'))).toBe(false)
    }
    const { stderr } = await command('import', file, '--network=7', '--data-dir', copy)
    expect(stderr).toContain('belongs to another network or version: its networkID is 12345')
    expect(await command('import', file, '--data-dir', copy)).toMatchObject({ code: 0 })
    const again = await command('import', file, '--data-dir', copy)
    expect(again.stderr).toContain('already has chain data')
  })

  test('is served only to callers that know the token', async () => {
    const folder = temporaryFolder({ token, short: 'short' })
    const flag = '--checkpoint-token-file'
    const node = spawnNode('--port=0', '--memory', '--public', flag, join(folder, 'token'))
    const url = `${await node.url}/ext/checkpoint`
    const get = async (authorization: string): Promise<number> =>
      (await fetch(url, { headers: { authorization } })).status
    expect(await Promise.all(['', 'Bearer x', `Basic ${token}`].map(get))).toEqual([401, 401, 401])
    expect(await get(`Bearer ${token}`)).toBe(200)
    const without = spawnNode('--port=0', '--memory')
    expect((await fetch(`${await without.url}/ext/checkpoint`)).status).toBe(404)
    const refused = await command('--memory', '--port=0', flag, join(folder, 'short'))
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('16 characters') })
  })

  test('cannot be taken from a folder in use, or to a place that does not exist', async () => {
    const folder = temporaryFolder({})
    const data = join(folder, 'data')
    const node = spawnNode('--port=0', '--data-dir', data)
    await node.url
    const file = join(folder, 'a.gz')
    const used = await command('export', file, '--data-dir', data)
    expect(used).toMatchObject({ code: 2, stderr: expect.stringContaining('in use') })
    expect(existsSync(file)).toBe(false)
    node.child.kill('SIGTERM')
    await node.ended
    const nowhere = await command('export', join(folder, 'none/a.gz'), '--data-dir', data)
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('Cannot write') })
    const empty = await command('export', file, '--data-dir', join(folder, 'empty'))
    expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('no chain data') })
  })

  test('that a killed import left unfinished is imported again', async () => {
    const { folder, file } = await exported()
    const copy = join(folder, 'copy')
    for (const delay of [150, 300, 450]) {
      const killed = spawnNode('import', file, '--data-dir', copy)
      await wait(delay)
      killed.child.kill('SIGKILL')
      await killed.ended
    }
    if (!existsSync(join(copy, 'db'))) await command('import', file, '--data-dir', copy)
    expect(await command('verify', '--data-dir', copy)).toMatchObject({ code: 0 })
  })
})

describe('the command line', () => {
  test.each([
    [['exprt'], "Unknown command 'exprt'"],
    [['import'], 'import requires one FILE'],
    [['verify', 'a'], 'verify takes no FILE'],
    [['import', 'a', '--from', 'http://a'], '--from requires the command export'],
    [['export', 'a', '--from', 'ftp://a'], 'expected an http or https URL'],
    [['export', 'a', '--from', 'http://127.0.0.1:1'], 'requires --checkpoint-token-file'],
    [['verify', '--memory'], 'cannot be combined with --memory'],
    [['--http-tls-cert-file', 'a'], 'requires --http-tls-key-file'],
  ])('%j ends with code 2', async (args, part) => {
    const { code, stderr } = await command(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(part)])
  })
})
