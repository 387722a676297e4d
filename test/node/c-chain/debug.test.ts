import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, getAddress, keccak256, type Address, type Hash } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { counter, counterAbi } from './contracts.ts'
import { checkHeap } from '../../../packages/node/src/c-chain/api/evm/debug/profiles.ts'
import { funded, running, type Running } from './running.ts'

const folder = mkdtempSync(join(tmpdir(), 'rpcloom-debug-'))
const profiles = join(folder, 'profiles')
const data = encodeFunctionData({ abi: counterAbi, functionName: 'set', args: [5n] })

let node: Running
let contract: Address
let change: Hash

beforeAll(async () => {
  node = await running({ memory: false, dataDir: folder })
  const hash = await node.wallet.deployContract({ abi: counterAbi, bytecode: counter })
  const { contractAddress } = await node.reader.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('nothing was created')
  contract = contractAddress
  change = await node.wallet.sendTransaction({ to: contract, data })
  await node.reader.waitForTransactionReceipt({ hash: change })
})

afterAll(async () => {
  await node.close()
  rmSync(folder, { recursive: true, force: true })
})

const result = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
  const reply = await node.ask(method, params)
  expect(reply.error, method).toBeUndefined()
  return reply.result
}
const read = (file: string): unknown => JSON.parse(readFileSync(join(profiles, file), 'utf8'))

test('every method of the API is implemented', () => {
  expect(node.unimplemented).toEqual([])
})

describe('states', () => {
  test('accounts are listed by the hashes of their addresses, in pages', async () => {
    const whole = (await result('debug_dumpBlock', 'latest')) as {
      root: string
      accounts: Record<string, { key: string; balance: string; code?: string; storage?: object }>
    }
    const { stateRoot } = await node.reader.getBlock()
    expect(`0x${whole.root}`).toBe(stateRoot)
    const keys = Object.values(whole.accounts).map(({ key }) => key)
    expect(keys).toEqual([...keys].sort())
    const own = whole.accounts[funded.address]
    expect(own?.key).toBe(keccak256(funded.address))
    expect(own?.balance).toBe(String(await node.reader.getBalance({ address: funded.address })))
    expect(whole.accounts[getAddress(contract)]).toMatchObject({
      code: await node.reader.getCode({ address: contract }),
      storage: { [keccak256(`0x${'00'.repeat(32)}`)]: '05' },
    })
    const paged: string[] = []
    for (let start: string | undefined = '0x'; start !== undefined;) {
      const page = (await result('debug_accountRange', 'latest', start, 1, true, true, true)) as {
        accounts: Record<string, { code?: string; storage?: object }>
        next?: string
      }
      for (const [address, account] of Object.entries(page.accounts)) {
        expect(account).not.toHaveProperty('code')
        expect(account).not.toHaveProperty('storage')
        paged.push(address)
      }
      start = page.next && `0x${Buffer.from(page.next, 'base64').toString('hex')}`
    }
    expect(paged).toEqual(Object.keys(whole.accounts))
  })

  test('the storage before a transaction is listed', async () => {
    const { blockHash, transactionIndex } = await node.reader.getTransactionReceipt({
      hash: change,
    })
    const before = await result(
      'debug_storageRangeAt',
      blockHash,
      transactionIndex,
      contract,
      '0x',
      10,
    )
    expect(before).toEqual({ storage: null, nextKey: null })
    await node.wallet.sendTransaction({ to: contract, data })
    const after = await result('debug_storageRangeAt', 'latest', 0, contract, '0x', 10)
    const slot = keccak256(`0x${'00'.repeat(32)}`)
    expect(after).toEqual({
      storage: { [slot]: { key: null, value: `0x${'5'.padStart(64, '0')}` } },
      nextKey: null,
    })
  })

  test('the accounts changed by a block are listed by address', async () => {
    const { blockNumber, blockHash } = await node.reader.getTransactionReceipt({ hash: change })
    const changed = await result('debug_getModifiedAccountsByNumber', Number(blockNumber))
    const expected = [funded.address, contract, '0x0100000000000000000000000000000000000000']
    expect([...(changed as string[])].sort()).toEqual(expected.map((at) => at.toLowerCase()).sort())
    expect(await result('debug_getModifiedAccountsByHash', blockHash)).toEqual(changed)
    expect(await result('debug_getModifiedAccountsByNumber', 0, Number(blockNumber))).toEqual(
      expect.arrayContaining(changed as string[]),
    )
    const wrong = await node.ask('debug_getModifiedAccountsByNumber', [2, 1])
    expect(wrong.error?.data).toMatchObject({ reason: 'invalidBlockRange' })
  })

  test('preimages of addresses are returned, other preimages are not found', async () => {
    expect(await result('debug_preimage', keccak256(contract))).toBe(contract.toLowerCase())
    const { error } = await node.ask('debug_preimage', [keccak256('0x1234')])
    expect(error?.data).toMatchObject({ reason: 'unknownPreimage' })
  })

  test('the first height with a state is found', async () => {
    expect(await result('debug_getAccessibleState', '0x0', 'latest')).toBe(0)
    const { error } = await node.ask('debug_getAccessibleState', ['0x1', '0x1'])
    expect(error?.data).toMatchObject({ reason: 'sameBlock' })
  })

  test('a block is printed', async () => {
    expect(await result('debug_printBlock', 1)).toContain('stateRoot')
  })
})

describe('files', () => {
  test('each transaction of a block is traced to a file', async () => {
    const { blockHash, gasUsed } = await node.reader.getTransactionReceipt({ hash: change })
    const [path = ''] = (await result('debug_standardTraceBlockToFile', blockHash)) as string[]
    expect(path.startsWith(profiles)).toBe(true)
    const lines = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(lines[0]).toMatchObject({ pc: 0, op: 0x60, opName: 'PUSH1', depth: 1 })
    expect(lines.at(-1)).toEqual({ output: '', gasUsed: `0x${gasUsed.toString(16)}` })
  })

  test('a block is traced from a file', async () => {
    const raw = (await result('debug_getRawBlock', '0x1')) as string
    mkdirSync(profiles, { recursive: true })
    writeFileSync(join(profiles, 'one.rlp'), Buffer.from(raw.slice(2), 'hex'))
    expect(await result('debug_traceBlockFromFile', 'one.rlp', { tracer: 'callTracer' })).toEqual(
      await result('debug_traceBlockByNumber', '0x1', { tracer: 'callTracer' }),
    )
    const { error } = await node.ask('debug_traceBlockFromFile', ['none.rlp'])
    expect(error?.data).toMatchObject({ reason: 'unreadableFile' })
  })

  test('files outside the profile folder are neither written nor read', async () => {
    symlinkSync(folder, join(profiles, 'out'))
    writeFileSync(join(folder, 'secret'), 'secret')
    symlinkSync(join(folder, 'secret'), join(profiles, 'secret'))
    const escapes = [
      '../escaped',
      '/tmp/rpcloom-escaped',
      join(folder, 'escaped'),
      '.',
      'out/escaped',
    ]
    for (const file of escapes) {
      const { error } = await node.ask('debug_startCPUProfile', [file])
      expect(error?.data, file).toMatchObject({ reason: 'unreadableFile' })
    }
    for (const file of [...escapes, 'secret']) {
      const { error } = await node.ask('debug_traceBlockFromFile', [file])
      expect(error?.data, file).toMatchObject({ reason: 'unreadableFile' })
    }
    expect(existsSync(join(folder, 'escaped'))).toBe(false)
  })
})

describe('profiles', () => {
  test('a CPU profile is recorded, one at a time', async () => {
    await result('debug_startCPUProfile', 'cpu/one')
    const second = await node.ask('debug_startCPUProfile', ['two'])
    expect(second.error?.data).toMatchObject({ reason: 'profileRunning' })
    await result('debug_stopCPUProfile')
    expect(read('cpu/one')).toMatchObject({
      nodes: expect.any(Array),
      startTime: expect.any(Number),
    })
    const stopped = await node.ask('debug_stopCPUProfile')
    expect(stopped.error?.data).toMatchObject({ reason: 'profileNotRunning' })
    await result('debug_cpuProfile', 'timed', 0)
    expect(read('timed')).toMatchObject({ nodes: expect.any(Array) })
  })

  test('events of the runtime are traced', async () => {
    await result('debug_startGoTrace', 'trace')
    await result('debug_stopGoTrace')
    expect(read('trace')).toMatchObject({ traceEvents: expect.any(Array) })
    await result('debug_goTrace', 'trace', 0)
  })

  test('live objects are written', async () => {
    await result('debug_writeMemProfile', 'heap')
    expect(readFileSync(join(profiles, 'heap'), 'utf8')).toMatch(/^\{"snapshot":\{"meta":/)
  })
})

test('a snapshot of a large heap is rejected', () => {
  expect(() => checkHeap(200_000_000)).not.toThrow()
  expect(() => checkHeap(201_000_000)).toThrow(
    'the heap has 201 MB, but a snapshot is limited to 200 MB',
  )
})

describe('the process', () => {
  test('memory and garbage collections are reported', async () => {
    const before = (await result('debug_gcStats')) as { NumGC: number }
    await result('debug_freeOSMemory')
    await expect
      .poll(async () => ((await result('debug_gcStats')) as { NumGC: number }).NumGC)
      .toBeGreaterThan(before.NumGC)
    expect(await result('debug_gcStats')).toMatchObject({
      PauseTotal: expect.any(Number),
      Pause: expect.arrayContaining([expect.any(Number)]),
    })
    const memory = (await result('debug_memStats')) as Record<string, number>
    expect(memory['HeapInuse']).toBeLessThanOrEqual(memory['HeapSys'] ?? 0)
    expect(memory['Sys']).toBeGreaterThan(1_000_000)
  })

  test('what V8 does not count is 0', async () => {
    expect(await result('debug_memStats')).toMatchObject({ TotalAlloc: 0, HeapObjects: 0 })
  })

  test.each([
    ['debug_setGCPercent', [150], 'garbage collection target'],
    ['debug_blockProfile', ['block', 0], 'no locks'],
    ['debug_setBlockProfileRate', [1], 'no locks'],
    ['debug_writeBlockProfile', ['block'], 'no locks'],
    ['debug_mutexProfile', ['mutex', 0], 'no locks'],
    ['debug_setMutexProfileFraction', [1], 'no locks'],
    ['debug_writeMutexProfile', ['mutex'], 'no locks'],
  ])('%s is refused, since V8 has nothing like it', async (method, params, why) => {
    const { error } = await node.ask(method, params)
    expect(error).toMatchObject({
      code: -32_601,
      message: expect.stringContaining(why),
      data: { reason: 'methodNotAvailable' },
    })
  })

  test('stacks show pending operations', async () => {
    expect(await result('debug_stacks')).toMatch(/waiting for:\n.*TCP/s)
  })

  test('the log level is changed', async () => {
    expect(await result('debug_verbosity', 0)).toBeNull()
    expect(await result('debug_vmodule', 'eth/*=5,*=1')).toBeNull()
    const { error } = await node.ask('debug_vmodule', ['eth=loud'])
    expect(error?.code).toBe(-32_602)
  })
})
