import { expect, test } from 'vitest'
import * as tables from '../../../packages/node/src/c-chain/tables.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const height = 0x0102n

/** Returns the name at the start of a key, and the other bytes of the key and the value in hex. */
function parts(key: Uint8Array, value: Uint8Array): readonly string[] {
  const [, name = '', rest = ''] =
    /^(c\/(?:tip|kept|.\/))(.*)$/s.exec(Buffer.from(key).toString('latin1')) ?? []
  return [name, Buffer.from(rest, 'latin1').toString('hex'), Buffer.from(value).toString('hex')]
}

test('entries are those of the data directories of earlier versions', () => {
  const changes = [
    tables.last.put(hash),
    tables.hashes.put(hash, height),
    tables.blocks.put(Uint8Array.of(1), hash),
    tables.receipts.put([], hash),
    tables.blooms.put(Uint8Array.of(2), height),
    tables.places.put({ height, index: 3 }, hash),
    tables.atomicTxs.put({ height, bytes: Uint8Array.of(4) }, 'cd'.repeat(32)),
    tables.alteredRoots.put(hash, height),
    tables.oldestKept.put(height),
  ]
  const [ab, cd, eight] = ['ab'.repeat(32), 'cd'.repeat(32), '0000000000000102']
  const entries = changes.map((change) =>
    parts(change.key, change.kind === 'put' ? change.value : new Uint8Array(0)),
  )
  expect(entries).toEqual([
    ['c/tip', '', ab],
    ['c/h/', eight, ab],
    ['c/b/', ab, '01'],
    ['c/r/', ab, 'c0'],
    ['c/l/', eight, '02'],
    ['c/t/', ab, 'c482010203'],
    ['c/x/', cd, `${eight}04`],
    ['c/d/', eight, ab],
    ['c/kept', '', eight],
  ])
})
