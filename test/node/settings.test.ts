import { describe, expect, test } from 'vitest'
import { parseCommand } from '../../packages/node/src/settings/flags.ts'
import { genesisFor } from '../../packages/node/src/network/genesis/choose.ts'
import { localGenesis } from '../../packages/node/src/network/genesis/local.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { openNode } from './open-node.ts'
import { call, sendRequest } from './requests.ts'

describe('a port', () => {
  test.each([
    ['0', true],
    ['65535', true],
    ['65536', false],
    ['-1', false],
    ['1e3', false],
  ])('%s is accepted: %s', (port, isAccepted) => {
    for (const flag of ['port', 'staking-port'])
      expect(parseCommand([`--${flag}=${port}`]).kind, flag).toBe(isAccepted ? 'run' : 'wrong')
  })
})

test('an unknown API group is answered with the known ones', () => {
  const command = parseCommand(['--disabled-apis', 'keystroke'])
  if (command.kind !== 'wrong') throw new Error('accepted')
  for (const group of ['xChain', 'pChain', 'cChain', 'info', 'health', 'keystore'])
    expect(command.problems[0]?.message).toContain(group)
})

test('a refused host name is answered with the option that allows it', async () => {
  const { url } = await openNode()
  const { status, body } = await sendRequest(`${url}/ext/info`, {
    body: '{}',
    headers: { host: 'node.example', 'content-type': 'application/json' },
  })
  expect(status).toBe(403)
  const [, option = ''] = /`--([a-z-]+)`/.exec(body) ?? []
  expect(parseCommand([`--${option}`, 'node.example'])).toMatchObject({
    kind: 'run',
    settings: { allowedHosts: ['node.example'] },
  })
})

describe('the genesis of a public network', () => {
  test('in a file is refused without advice to change the network ID', async () => {
    const { networkID: _, allocations, ...rest } = localGenesis
    const address = 'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'
    const first = { address, ethAddr: `0x${'00'.repeat(20)}`, initialAmount: 1, unlockSchedule: [] }
    expect(allocations.length).toBeGreaterThan(0)
    const json = JSON.stringify(
      { ...rest, networkID: 1, allocations: [first], initialStakedFunds: [], initialStakers: [] },
      (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
    )
    const genesis = `${temporaryFolder({ 'genesis.json': json })}/genesis.json`
    const refusal = genesisFor({ genesis, networkID: undefined })
    await expect(refusal).rejects.toThrow(/is that of a public network \(ID 1\)/)
    await expect(refusal).rejects.not.toThrow(/--network/)
  })

  test('by its ID is refused with the advice to choose another', async () => {
    const refusal = genesisFor({ genesis: undefined, networkID: 5 })
    await expect(refusal).rejects.toThrow(/Choose another --network ID/)
  })
})

describe('a wrong param is answered in words', () => {
  test.each([
    [
      '/ext/bc/X',
      'xvm.getBalance',
      { address: 'nobody', assetID: 'NATIVE' },
      'an address such as X-local1...',
    ],
    [
      '/ext/bc/X',
      'xvm.getAllBalances',
      { address: 'local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u' },
      'X-local1...',
    ],
    ['/ext/bc/X', 'xvm.issueTx', { tx: '11111' }, 'bytes in hex with a checksum'],
    ['/ext/bc/C/rpc', 'eth_getBalance', ['0x12', 'latest'], '0x and 40 hex digits'],
    ['/ext/bc/C/rpc', 'eth_getTransactionByHash', ['0x12'], '0x and 64 hex digits'],
    ['/ext/bc/C/rpc', 'eth_call', [{ value: '0x01' }], 'a quantity such as 0x2a'],
  ])('%s %s %s', async (path, method, params, words) => {
    const { url } = await openNode()
    const { error } = await call(url + path, method, params)
    expect(error?.code).toBe(-32_602)
    expect(error?.message).toContain(words)
    expect(error?.message).not.toMatch(/\^|\[|must have at least/)
  })
})
