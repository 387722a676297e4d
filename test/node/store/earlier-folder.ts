import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '@native-node/node'
import { levelDatabase } from '../../../packages/node/src/store/level-database.ts'
import type { Level } from '../../../packages/node/src/store/level-page.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

/**
 * A folder that a node wrote before it had a store of its own: its genesis, and `data` with a generated identity, a
 * user with a key, an account and six blocks of the C-Chain, in tables and a log.
 */
export function earlierFolder(): string {
  const folder = temporaryFolder({})
  const archive = join(import.meta.dirname, 'fixtures/undivided.tar.gz')
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  return folder
}

/** What the node of the folder responded before it was stopped. */
export const earlier = {
  user: { username: 'anna', password: 'Correct-Horse-42' },
  address: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
  privateKeyHex: '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027',
  account: '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
  passphrase: 'secret',
  identity: {
    nodeID: 'NodeID-PiwgYDXZfb2EYEm3FNJcXVS5w2e9sQ7pf',
    nodePOP: {
      publicKey:
        '0x9190ac042c60294a4c384ab9ff2d32a1736d511754194c3dfe7bb58f267ebf8beff7f642fe96cb6fbfef243248b4dfba',
      proofOfPossession:
        '0xa6f75ce81cfae75d2a25a37582fce2f96e4cc128d1211c480974363ffabd9cb4e4e05ec4327293973bee0e88df42d32a139f701ec053895a2b8505bcb7632188216881a4c89a14e1d351fe0569a2897293a2e30a30946ebce6d17c5a5de2db8d',
    },
  },
  block: '0xd8b07229ed7673b1beeb31391f85a022c1386cecd572f4e8c951e7c58607adcd',
  heights: { X: 0n, P: 2n },
} as const

/** Opens the database in a folder without any check, and closes it after `work`. */
export async function withDatabase<T>(
  folder: string,
  work: (level: Level) => Promise<T>,
): Promise<T> {
  const level = levelDatabase(folder)
  try {
    await level.open()
    return await work(level)
  } finally {
    await level.close()
  }
}

/** Returns the entries of a database with one of the prefixes, read from a copy. */
export async function entriesWith(
  folder: string,
  prefixes: readonly string[],
): Promise<readonly Entry[]> {
  const copy = temporaryFolder({})
  cpSync(folder, copy, { recursive: true })
  const all = await withDatabase(copy, (level) => level.iterator().all())
  return all
    .map(([key, value]) => ({ key, value }))
    .filter(({ key }) =>
      prefixes.some((prefix) => Buffer.from(key).toString('latin1').startsWith(prefix)),
    )
}

/**
 * Returns the keys of the entries whose values occur in any file of a folder. Searches for 16 bytes in the middle of the
 * encrypted values, because the tables compress their lengths and versions.
 */
export function occurring(folder: string, entries: readonly Entry[]): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
  return entries
    .filter(({ value }) => files.some((content) => content.includes(partOf(value))))
    .map(({ key }) => Buffer.from(key).toString('latin1'))
}

function partOf(value: Uint8Array): string {
  return Buffer.from(value.length < 26 ? value : value.subarray(10, 26)).toString('latin1')
}
