import { solidityPackedKeccak256, recoverAddress } from 'ethers'
import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openNode } from '../open-node.ts'
import { devRpc, first, second } from './rpc.ts'

/** Values of the first version of structured data, each with its type. */
const values = [
  { type: 'string', name: 'message', value: 'Hé' },
  { type: 'uint8', name: 'small', value: 200 },
  { type: 'uint256', name: 'large', value: '0xffffffffffffffffffffff' },
  { type: 'int16', name: 'negative', value: '-2' },
  { type: 'bool', name: 'flag', value: true },
  { type: 'address', name: 'to', value: second },
  { type: 'bytes', name: 'data', value: '0x010203' },
  { type: 'bytes4', name: 'selector', value: '0xdeadbeef' },
  { type: 'uint16[]', name: 'list', value: [1, 2] },
  { type: 'int8[2]', name: 'pair', value: [-1, 1] },
]
const mail = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Mail: [{ name: 'contents', type: 'string' }],
  },
  primaryType: 'Mail',
  domain: { name: 'Example' },
  message: { contents: 'Hello' },
}

describe('structured data', () => {
  test('of the first version has the hash of its packed values', async () => {
    const { result } = await devRpc()
    const signature = await result('eth_signTypedData', values, first)
    const names = values.map(({ type, name }) => `${type} ${name}`)
    const schema = solidityPackedKeccak256(
      names.map(() => 'string'),
      names,
    )
    const packed = solidityPackedKeccak256(
      values.map(({ type }) => type),
      values.map(({ value }) => value),
    )
    const hash = solidityPackedKeccak256(['bytes32', 'bytes32'], [schema, packed])
    expect(recoverAddress(hash, signature).toLowerCase()).toBe(first)
  })

  test('of the first version with a value of another type is refused', async () => {
    const { ask } = await devRpc()
    const wrong: readonly (readonly [string, unknown])[] = [
      ['uint8', 256],
      ['uint8', -1],
      ['uint7', 1],
      ['uint', 1.5],
      ['int8', 128],
      ['bytes4', '0x01'],
      ['bytes40', '0x01'],
      ['address', '0x01'],
      ['bool', 'true'],
      ['string', 1],
      ['uint8[2]', [1]],
      ['uint8[]', 1],
      ['string[]', ['a']],
      ['uint8[][]', [[1]]],
      ['Mail', {}],
    ]
    for (const [type, value] of wrong) {
      const answer = await ask('eth_signTypedData', [{ type, name: 'a', value }], first)
      const error = { data: { reason: 'invalidTypedData' } }
      expect(answer, type).toMatchObject({ error })
    }
  })

  test('is hashed without members that its types do not name', async () => {
    const { result } = await devRpc()
    const types = {
      EIP712Domain: [{ name: 'name', type: 'string' }],
      Person: [{ name: 'wallets', type: 'address[]' }],
      Mail: [
        { name: 'from', type: 'Person' },
        { name: 'to', type: 'Person[][1]' },
        { name: 'contents', type: 'string' },
      ],
    }
    const person = { wallets: [second] }
    const message = { from: person, to: [[person, person]], contents: 'Hello' }
    const declared = { types, primaryType: 'Mail', domain: { name: 'Example' }, message }
    const named = { ...person, name: 'Bob', toString: 1 }
    const surplus = {
      ...declared,
      domain: { name: 'Example', version: '1', chainId: 43_112 },
      message: { from: named, to: [[named, named]], contents: 'Hello', extra: { a: 1 } },
    }
    const signature = await result('eth_signTypedData_v4', first, declared)
    const hash = hashTypedData(surplus as Parameters<typeof hashTypedData>[0])
    expect(hash).toBe(hashTypedData(declared as Parameters<typeof hashTypedData>[0]))
    expect(recoverAddress(hash, signature).toLowerCase()).toBe(first)
    expect(await result('eth_signTypedData_v4', first, surplus)).toBe(signature)
    expect(await result('eth_signTypedData', first, JSON.stringify(surplus))).toBe(signature)
  })

  test('of the third version has the same hash, without arrays', async () => {
    const { ask, result } = await devRpc()
    const signature = await result('eth_signTypedData_v4', first, mail)
    expect(await result('eth_signTypedData_v3', first, mail)).toBe(signature)
    expect(await result('eth_signTypedData', first, JSON.stringify(mail))).toBe(signature)
    const list = {
      ...mail,
      types: { ...mail.types, Mail: [{ name: 'contents', type: 'string[]' }] },
    }
    const error = { data: { reason: 'invalidTypedData' } }
    expect(await ask('eth_signTypedData_v3', first, list)).toMatchObject({ error })
    expect(
      await ask('eth_signTypedData_v3', first, '{"types":{"a":[1]},"domain":{}}'),
    ).toMatchObject({ error })
    expect(await ask('eth_signTypedData', values, 'nobody')).toMatchObject({ error })
  })
})

test('wallet methods answer for the chain of the node and refuse others', async () => {
  const { ask, result, url } = await devRpc()
  const permissions = await result('wallet_requestPermissions', { eth_accounts: {} })
  expect(permissions).toMatchObject([{ parentCapability: 'eth_accounts' }])
  expect(await result('wallet_getPermissions')).toEqual(permissions)
  expect(await result('wallet_revokePermissions', { eth_accounts: {} })).toBe(null)
  for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain']) {
    expect(await result(method, { chainId: '0xa868', chainName: 'local' })).toBe(null)
    expect(await ask(method, { chainId: '0x1' })).toMatchObject({ error: { code: 4902 } })
  }
  expect(await result('wallet_getCapabilities', first)).toEqual({ '0xa868': {} })
  const params = { type: 'ERC20', options: { address: second, symbol: 'X', decimals: 18 } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'wallet_watchAsset', params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  expect(await response.json()).toMatchObject({ result: true })
})

describe('pages that other programs on this machine serve', () => {
  const preflight = (url: string, origin: string): Promise<Response> =>
    fetch(`${url}/ext/bc/C/rpc`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  const allowed = async (url: string, origin: string): Promise<string | null> =>
    (await preflight(url, origin)).headers.get('access-control-allow-origin')
  const opens = (url: string, origin: string): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ext/bc/C/ws`, { origin })
      socket.on('open', () => {
        socket.close()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })

  test('may call a node in development mode, and no other', async () => {
    const [dev, usual] = [await openNode({ dev: true }), await openNode()]
    const local = [
      'http://localhost:3000',
      'http://127.0.0.1:5173',
      'http://[::1]:80',
      'https://localhost',
    ]
    for (const origin of local) {
      expect(await allowed(dev.url, origin)).toBe(origin)
      expect(await opens(dev.url, origin)).toBe(true)
      expect(await allowed(usual.url, origin)).toBe(null)
      expect(await opens(usual.url, origin)).toBe(false)
    }
    for (const origin of ['https://example.com', 'http://localhost.example.com:3000', 'null']) {
      expect(await allowed(dev.url, origin)).toBe(null)
      expect(await opens(dev.url, origin)).toBe(false)
    }
  })
})

describe('calls that are sent together', () => {
  test('are transactions in order, with a common state', async () => {
    const { ask, result } = await devRpc()
    const failing = '0x00000000000000000000000000000000000000cc'
    await result('anvil_setCode', failing, '0x5f5ffd')
    const calls = [
      { to: second, value: '0x1' },
      { to: second, value: '0x2', data: '0x' },
    ]
    const request = { version: '2.0.0', from: first, chainId: '0xa868', calls }
    const { id } = await result<{ readonly id: string }>('wallet_sendCalls', request)
    expect(await result('wallet_getCallsStatus', id)).toMatchObject({
      id,
      chainId: '0xa868',
      status: 200,
      atomic: false,
      receipts: [{ status: '0x1' }, { status: '0x1' }],
    })
    expect(await result('wallet_showCallsStatus', id)).toBe(null)
    await result('evm_setAutomine', false)
    await result('wallet_sendCalls', { ...request, id: 'mine' })
    expect(await result('wallet_getCallsStatus', 'mine')).toMatchObject({ status: 100 })
    for (const [method, params, code] of [
      ['wallet_sendCalls', { ...request, id: 'mine' }, 5720],
      ['wallet_sendCalls', { ...request, atomicRequired: true }, 5760],
      ['wallet_sendCalls', { ...request, chainId: '0x1' }, 4902],
      ['wallet_sendCalls', { ...request, calls: [] }, -32_602],
      ['wallet_getCallsStatus', 'unknown', 5730],
      ['wallet_showCallsStatus', 'unknown', 5730],
    ] as const)
      expect(await ask(method, params), method).toMatchObject({ error: { code } })
  })
})
