import { createClient, http, type Client } from '@native-node/client'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { spawnNode, type SpawnedNode } from './spawn-node.ts'

const password = 'Correct-Horse-42'
const kills = process.env['RPCLOOM_LONG'] === '1' ? 10 : 1

async function clientOf(node: SpawnedNode): Promise<Client> {
  return createClient({ transport: http(await node.url) })
}

/** Creates users in parallel until a number was acknowledged, then kills the node; resolves with their names. */
async function createUntilKilled(
  node: SpawnedNode,
  round: number,
  enough: number,
): Promise<string[]> {
  const client = await clientOf(node)
  const acknowledged: string[] = []
  const creations = Array.from({ length: 3 * enough }, async (_, at) => {
    const username = `round ${round} user ${at}`
    await client.keystore.createUser({ username, password })
    acknowledged.push(username)
    if (acknowledged.length === enough) node.child.kill('SIGKILL')
  })
  await Promise.allSettled(creations)
  return acknowledged
}

describe('users', () => {
  test('survive a restart', async () => {
    const folder = temporaryFolder({})
    const first = spawnNode('--port', '0', '--data-dir', folder)
    await (await clientOf(first)).keystore.createUser({ username: 'u', password })
    first.child.kill('SIGTERM')
    expect(await first.ended).toMatchObject({ code: 0, signal: null })
    const client = await clientOf(spawnNode('--port', '0', '--data-dir', folder))
    expect(await client.keystore.listUsers()).toEqual({ users: ['u'] })
    await client.keystore.deleteUser({ username: 'u', password })
  })

  test(
    'survive kills of the process after they were acknowledged',
    { timeout: kills * 60_000 },
    async () => {
      const folder = temporaryFolder({})
      const acknowledged: string[] = []
      for (let round = 0; round < kills; round++) {
        const node = spawnNode('--port', '0', '--data-dir', folder)
        acknowledged.push(...(await createUntilKilled(node, round, 6)))
        expect(await node.ended).toMatchObject({ signal: 'SIGKILL' })
        const again = spawnNode('--port', '0', '--data-dir', folder)
        const client = await clientOf(again)
        const { users } = await client.keystore.listUsers()
        expect(users).toEqual(expect.arrayContaining(acknowledged))
        // Users of the last round can log in; earlier ones were checked before.
        for (const username of acknowledged.filter((name) => name.startsWith(`round ${round} `)))
          await client.keystore.exportUser({ username, password })
        again.child.kill('SIGKILL')
        await again.ended
      }
      expect(acknowledged.length).toBeGreaterThanOrEqual(6 * kills)
      const last = await clientOf(spawnNode('--port', '0', '--data-dir', folder))
      for (const username of acknowledged) await last.keystore.deleteUser({ username, password })
    },
  )

  test('in a memory store are lost at a restart', async () => {
    const first = spawnNode('--port', '0', '--memory')
    await (await clientOf(first)).keystore.createUser({ username: 'u', password })
    first.child.kill('SIGTERM')
    await first.ended
    const client = await clientOf(spawnNode('--port', '0', '--memory'))
    expect(await client.keystore.listUsers()).toEqual({ users: [] })
  })
})
