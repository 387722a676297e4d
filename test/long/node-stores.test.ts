import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres, Postgres } from '../node/store/log/postgres.ts'

/** The suites of the chains and the contract, with the chain data in LevelDB, and in a log of PostgreSQL. */

const root = resolve(import.meta.dirname, '../..')
const suites = ['x-chain', 'p-chain', 'c-chain', 'contract.test.ts', 'documented-examples.test.ts']

let postgres: Postgres
beforeAll(async () => {
  if (hasPostgres) postgres = await Postgres.start()
})
afterAll(() => postgres?.remove())

function run(store: string): void {
  const paths = suites.map((path) => join('test/node', path))
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', ...paths]
  const { RPCLOOM_LONG: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...env, RPCLOOM_NODE_STORE: store, NO_COLOR: '1' },
  })
  const [summary = ''] = /^ *Tests .*$/m.exec(stdout) ?? []
  console.log(`figure: ${store === 'level' ? 'LevelDB' : 'log in PostgreSQL'}: ${summary.trim()}`)
  expect(stdout.split('\n').filter((line) => line.includes('FAIL'))).toEqual([])
  expect(status).toBe(0)
}

describe('the suites of the chains', { timeout: 1_200_000 }, () => {
  test('on LevelDB', () => run('level'))
  test.runIf(hasPostgres)('on a log in PostgreSQL', () => run(postgres.url('postgres')))
})
