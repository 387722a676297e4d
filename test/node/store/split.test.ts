import { createHash } from 'node:crypto'
import { cpSync, existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StoreError, type Entry, type NodeOptions, type Store } from '@native-node/node'
import { beforeEach, describe, expect, test } from 'vitest'
import { openLevelStore } from '../../../packages/node/src/store/level-store.ts'
import type { Ownership } from '../../../packages/node/src/store/ownership.ts'
import { splitStore } from '../../../packages/node/src/store/split.ts'
import { closeStores, openStores } from '../../../packages/node/src/store/stores.ts'
import { put } from '../../../packages/node/src/store/store.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { openNode } from '../open-node.ts'
import { call } from '../requests.ts'
import { earlier, earlierFolder, entriesWith, occurring, withDatabase } from './earlier-folder.ts'
import { canMount, smallDisk } from './small-disk.ts'

const OWN = ['identity/', 'keystore/', 'c/a/', 'account/', '\u0000health', 'health']
const STAMP = Buffer.from('\u0000layout')

/** Returns the keys and values in hex, with the keys of the current layout. */
async function keysIn(folder: string): Promise<readonly string[]> {
  const found = await entriesWith(folder, ['identity/', 'keystore/', 'c/a/', 'account/'])
  return found
    .map(({ key, value }) => {
      const name = Buffer.from(key)
        .toString('latin1')
        .replace(/^c\/a\//, 'account/')
      return `${Buffer.from(name, 'latin1').toString('hex')} ${Buffer.from(value).toString('hex')}`
    })
    .toSorted()
}

async function stampOf(folder: string): Promise<Record<string, unknown>> {
  const [entry] = await entriesWith(folder, [STAMP.toString('latin1')])
  return JSON.parse(Buffer.from(entry?.value ?? []).toString()) as Record<string, unknown>
}

let owner: Ownership
/** The keys of the node in the folder, and those with random bytes, which are found by a search. */
let keys: readonly string[]
let secrets: readonly Entry[]
beforeEach(async () => {
  const folder = join(earlierFolder(), 'data/db')
  const { networkID, genesis } = await stampOf(folder)
  owner = { networkID: Number(networkID), genesis: String(genesis) }
  keys = await keysIn(folder)
  secrets = await entriesWith(folder, OWN)
})

const optionsOf = (folder: string, dataDir = join(folder, 'data')): NodeOptions => ({
  memory: false,
  dataDir,
  genesis: join(folder, 'genesis.json'),
  logLevel: 'crit',
})

/** Expects the state after a complete upgrade. */
async function expectDivided(dataDir: string): Promise<void> {
  expect(await keysIn(join(dataDir, 'node'))).toEqual(keys)
  expect(await entriesWith(join(dataDir, 'db'), OWN)).toEqual([])
  expect(occurring(join(dataDir, 'db'), secrets)).toEqual([])
  expect(await stampOf(join(dataDir, 'db'))).toEqual({ layout: 4, content: 'chain', ...owner })
}

describe('a folder of the earlier layout', () => {
  test('has the keys in the files of its chain data', () => {
    const folder = earlierFolder()
    expect(secrets).toHaveLength(keys.length + 1)
    expect(occurring(join(folder, 'data/db'), secrets)).toHaveLength(secrets.length)
  })

  test('keeps its identity, users, accounts and chains', async () => {
    const folder = earlierFolder()
    for (const verify of [true, false]) {
      const { url, client, close } = await openNode({ ...optionsOf(folder), verify })
      expect(await client.info.getNodeID()).toEqual(earlier.identity)
      const { address, user, privateKeyHex } = earlier
      expect(await client.cChainNative.exportKey({ ...user, address })).toMatchObject({
        privateKeyHex,
      })
      expect((await call(`${url}/ext/bc/C/rpc`, 'eth_accounts', [])).result).toEqual([
        earlier.account,
      ])
      const unlocking = [earlier.account, earlier.passphrase, 60]
      expect((await call(`${url}/ext/bc/C/rpc`, 'personal_unlockAccount', unlocking)).result).toBe(
        true,
      )
      const latest = await call(`${url}/ext/bc/C/rpc`, 'eth_getBlockByNumber', ['latest', false])
      expect(latest.result).toMatchObject({ number: '0x6', hash: earlier.block })
      expect(await client.xChain.getHeight()).toEqual({ height: earlier.heights.X })
      expect(await client.pChain.getHeight()).toEqual({ height: earlier.heights.P })
      await close()
    }
    const dataDir = join(folder, 'data')
    for (const name of ['db', 'node'])
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o700)
    expect(await entriesWith(join(dataDir, 'db'), OWN)).toEqual([])
    expect(occurring(join(dataDir, 'db'), secrets)).toEqual([])
  })

  test('is upgraded when the keys are in tables of several levels', async () => {
    const dataDir = temporaryFolder({})
    await withDatabase(join(dataDir, 'db'), async (level) => {
      await level.put(STAMP, Buffer.from(JSON.stringify({ layout: 3, ...owner })))
      for (let round = 0; round < 4; round++) {
        const batch = level.batch()
        for (const name of ['c/a/', 'c/b/', 'identity/', 'keystore/', 'z'])
          for (let at = 0; at < 300; at++)
            batch.put(Buffer.from(`${name}${at}`), valueOf(name, at, round))
        await batch.write()
        await level.compactRange(Buffer.from([0]), Buffer.from([255]))
      }
    })
    // These values were replaced before, and are in no entry.
    const replaced = ['keystore/', 'c/a/'].map((name) => ({
      key: Buffer.from(name),
      value: valueOf(name, 7, 3),
    }))
    expect(occurring(join(dataDir, 'db'), replaced)).toHaveLength(2)
    await closeStores(await openStores(dataDir, owner))
    const moved = await entriesWith(join(dataDir, 'node'), ['identity/', 'keystore/', 'account/'])
    expect(moved).toHaveLength(900)
    expect(occurring(join(dataDir, 'db'), moved)).toEqual([])
    expect(await entriesWith(join(dataDir, 'db'), ['c/b/', 'z'])).toHaveLength(600)
  })
})

/** Returns 64 bytes that look random. */
function valueOf(name: string, at: number, round: number): Uint8Array {
  return createHash('sha512').update(`${name}${at}/${round}`).digest()
}

/** Runs the upgrade, and calls `before` before each step that changes a store. */
async function upgrade(dataDir: string, before: () => void): Promise<void> {
  const chain = await openLevelStore(join(dataDir, 'db'), owner)
  const node = await openLevelStore(join(dataDir, 'node'), { ...owner, content: 'node' })
  const step =
    <A extends readonly unknown[]>(run: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      before()
      await run(...args)
    }
  try {
    await splitStore({
      chain: { ...readsOf(chain), write: step(chain.write), compact: step(chain.compact) },
      node: { ...node, write: step(node.write) },
      nodeFolder: join(dataDir, 'node'),
    })
  } finally {
    await closeStores({ chain, node })
  }
}

const readsOf = ({ get, getMany, page }: Store): Pick<Store, 'get' | 'getMany' | 'page'> => ({
  get,
  getMany,
  page,
})

describe('an upgrade', () => {
  /** Copies of the data folder between the steps: the files that remain if the process is killed there. */
  async function killed(): Promise<readonly string[]> {
    const folder = earlierFolder()
    const copies: string[] = []
    const copy = (): void => {
      const to = temporaryFolder({})
      cpSync(join(folder, 'data'), to, { recursive: true })
      copies.push(to)
    }
    await upgrade(join(folder, 'data'), copy)
    copy()
    return copies
  }

  test('continues after a kill at any step', async () => {
    const copies = await killed()
    expect(copies).toHaveLength(8)
    for (const dataDir of copies) {
      const everywhere = [
        ...(await keysIn(join(dataDir, 'node'))),
        ...(await keysIn(join(dataDir, 'db'))),
      ]
      expect([...new Set(everywhere)].toSorted()).toEqual(keys)
      await closeStores(await openStores(dataDir, owner))
      await expectDivided(dataDir)
    }
  })

  test('continues after the disk was full at any step', async () => {
    for (let failing = 0; failing < 7; failing++) {
      const dataDir = join(earlierFolder(), 'data')
      let step = 0
      const full = upgrade(dataDir, () => {
        if (step++ === failing) throw new StoreError('full', 'the disk is full')
      })
      await expect(full).rejects.toMatchObject({ code: 'full' })
      await closeStores(await openStores(dataDir, owner))
      await expectDivided(dataDir)
    }
  })

  // The last step is the first write after the compaction.
  test.skipIf(!canMount).each([1, 2, 3, 6])(
    'continues after the disk was filled before step %i',
    async (failing) => {
      const { folder, fill, free } = smallDisk(2_000_000)
      const dataDir = join(folder, 'data')
      cpSync(join(earlierFolder(), 'data'), dataDir, { recursive: true })
      let step = 0
      const full = upgrade(dataDir, () => {
        if (step++ === failing) fill(free())
      })
      await expect(full).rejects.toMatchObject({ code: 'full' })
      rmSync(join(folder, 'filler'))
      await closeStores(await openStores(dataDir, owner))
      await expectDivided(dataDir)
    },
  )

  test('is refused if the node has other keys', async () => {
    const dataDir = join(earlierFolder(), 'data')
    const node = await openLevelStore(join(dataDir, 'node'), { ...owner, content: 'node' })
    await node.write([put(Buffer.from('identity/node-id'), Buffer.from('another'))])
    await node.close()
    await expect(openStores(dataDir, owner)).rejects.toMatchObject({
      code: 'foreign',
      message: expect.stringContaining('keys of another node'),
    })
    // Both stores are closed and unchanged.
    expect(await keysIn(join(dataDir, 'db'))).toEqual(keys)
    expect(await stampOf(join(dataDir, 'db'))).toMatchObject({ layout: 3 })
  })
})

describe('the stores of a node', () => {
  test.each(['db', 'node'])('of a newer version in %s are refused', async (name) => {
    const dataDir = temporaryFolder({})
    await closeStores(await openStores(dataDir, owner))
    await withDatabase(join(dataDir, name), (level) =>
      level.put(STAMP, Buffer.from(JSON.stringify({ layout: 5, content: 'any', ...owner }))),
    )
    await expect(openStores(dataDir, owner)).rejects.toMatchObject({
      code: 'foreign',
      message: expect.stringMatching(
        /written by a newer version of the node: its layout is 5.*--data-dir/,
      ),
    })
  })

  test.each([
    ['db', 'node'],
    ['node', 'db'],
  ])('in the folder %s of the other content are refused', async (from, to) => {
    const [dataDir, other] = [temporaryFolder({}), temporaryFolder({})]
    await closeStores(await openStores(dataDir, owner))
    cpSync(join(dataDir, from), join(other, to), { recursive: true })
    await expect(openStores(other, owner)).rejects.toMatchObject({
      code: 'foreign',
      message: expect.stringContaining('its content is'),
    })
  })

  test('are both closed if the second cannot be opened', async () => {
    const dataDir = temporaryFolder({ 'node/CURRENT': 'nothing\n' })
    await expect(openStores(dataDir, owner)).rejects.toMatchObject({ code: 'corrupt' })
    const chain = await openLevelStore(join(dataDir, 'db'), owner)
    await chain.close()
  })

  test('of another network leave no folder for the node', async () => {
    const dataDir = join(earlierFolder(), 'data')
    await expect(openStores(dataDir, { ...owner, networkID: 1 })).rejects.toMatchObject({
      code: 'foreign',
    })
    expect(existsSync(join(dataDir, 'node'))).toBe(false)
  })
})

test('chain data that is copied opens with another identity and without users', async () => {
  const folder = earlierFolder()
  await (await openNode(optionsOf(folder))).close()
  const dataDir = temporaryFolder({})
  cpSync(join(folder, 'data/db'), join(dataDir, 'db'), { recursive: true })
  const { url, client } = await openNode(optionsOf(folder, dataDir))
  const latest = await call(`${url}/ext/bc/C/rpc`, 'eth_getBlockByNumber', ['latest', false])
  expect(latest.result).toMatchObject({ hash: earlier.block })
  expect((await client.info.getNodeID()).nodeID).not.toBe(earlier.identity.nodeID)
  expect(await client.keystore.listUsers()).toEqual({ users: [] })
  expect((await call(`${url}/ext/bc/C/rpc`, 'eth_accounts', [])).result).toEqual([])
  expect(occurring(dataDir, secrets)).toEqual([])
})
