import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { maskedCrc32c } from '../../../packages/node/src/store/crc32c.ts'
import { openLevelStore } from '../../../packages/node/src/store/level-store.ts'
import { put } from '../../../packages/node/src/store/store.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

const owner = { networkID: 12_345, genesis: 'aa' }
const key = Buffer.from('key')

/** The manifest that LevelDB writes first: the comparator, log 0, the next file 2 and sequence number 0. */
function firstManifest(): Buffer {
  const comparator = Buffer.from('leveldb.BytewiseComparator')
  const edit = Buffer.from([1, comparator.length, ...comparator, 2, 0, 3, 2, 4, 0])
  const header = Buffer.alloc(7)
  header.writeUInt32LE(maskedCrc32c(Buffer.from([1, ...edit])))
  header.writeUInt16LE(edit.length, 4)
  header.writeUInt8(1, 6)
  return Buffer.concat([header, edit])
}

const manifest = firstManifest()
const current = 'MANIFEST-000001\n'

/** The files after each step of a creation, in the order in which LevelDB and the node write them. */
const steps: readonly (readonly [string, Readonly<Record<string, string | Uint8Array>>])[] = [
  ['the lock', {}],
  ['a part of the manifest', { 'MANIFEST-000001': manifest.subarray(0, 20) }],
  ['the manifest', { 'MANIFEST-000001': manifest }],
  ['the file that becomes CURRENT', { 'MANIFEST-000001': manifest, '000001.dbtmp': current }],
  ['CURRENT', { 'MANIFEST-000001': manifest, CURRENT: current }],
  ['a log', { 'MANIFEST-000001': manifest, CURRENT: current, '000003.log': '' }],
  [
    'a second manifest',
    { 'MANIFEST-000001': manifest, CURRENT: current, '000003.log': '', 'MANIFEST-000002': '' },
  ],
]

test.each(steps)('a database whose creation ended after %s is created again', async (_, files) => {
  const folder = temporaryFolder({ LOCK: '', ...files })
  for (const round of ['first', 'second']) {
    const store = await openLevelStore(folder, owner)
    await store.write([put(key, Buffer.from(round))])
    expect(await store.get(key)).toEqual(Buffer.from(round))
    await store.close()
  }
})

test.each(['MANIFEST-000002', '000003.log', '000004.ldb'])(
  'a database without CURRENT is damaged if it has the file %s',
  async (name) => {
    const folder = temporaryFolder({ 'MANIFEST-000001': manifest, [name]: 'x' })
    await expect(openLevelStore(folder, owner)).rejects.toMatchObject({ code: 'corrupt' })
    expect(readdirSync(folder)).toHaveLength(2)
  },
)
