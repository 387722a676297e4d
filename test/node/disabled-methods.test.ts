import { describe, expect, test } from 'vitest'
import { call, sendRequest } from './requests.ts'
import { openNode } from './open-node.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Methods that options turn on, with the options. */
const off = [
  ['/ext/bc/X', 'xvm.getAddressTxs', 'index-transactions'],
  ['/ext/bc/C/rpc', 'evm_mine', 'dev'],
  ['/ext/bc/C/rpc', 'anvil_mine', 'dev'],
  ['/ext/bc/C/rpc', 'hardhat_mine', 'dev'],
] as const

describe('a method that is off', () => {
  test.each(off)('%s %s names its option', async (path, method, flag) => {
    const { url } = await openNode()
    const { error } = await call(url + path, method, path === '/ext/bc/X' ? {} : [])
    expect(error).toEqual({
      code: -32_601,
      message: `Method not found: the node serves it with --${flag}`,
    })
  })

  test('is unknown at the path of another API', async () => {
    const { url } = await openNode()
    for (const [, method] of off)
      expect((await call(`${url}/ext/info`, method)).error?.message).toBe('Method not found')
  })

  test("names its option by the vendor's name", async () => {
    const overlay = JSON.stringify({ namespaces: { xvm: 'vendor' } })
    const { url } = await openNode({ aliases: `${temporaryFolder({ 'o.json': overlay })}/o.json` })
    const { error } = await call(`${url}/ext/bc/X`, 'vendor.getAddressTxs', {})
    expect(error?.message).toContain('--index-transactions')
  })

  test('is not advertised by a public node if it is node-local', async () => {
    const { url } = await openNode({ public: true })
    const { error } = await call(`${url}/ext/bc/C/rpc`, 'evm_mine', [])
    expect(error?.message).toBe('Method not found')
    expect((await sendRequest(`${url}/ext/bc/C/admin`, { body: '{}' })).body).not.toContain('--')
  })
})

test.each([
  ['/ext/bc/C/admin', '--admin-api-enabled'],
  ['/ext/dev', '--dev'],
])('the path %s of an API that is off names %s', async (path, flag) => {
  const { url } = await openNode()
  const { status, body } = await sendRequest(url + path, { body: '{}' })
  expect(status).toBe(404)
  expect(body).toContain(flag)
})

describe('params of the EVM', () => {
  test('are an array; an object is invalid', async () => {
    const { url } = await openNode()
    const params = { address: '0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc', block: 'latest' }
    const { error } = await call(`${url}/ext/bc/C/rpc`, 'eth_getBalance', params)
    expect(error).toMatchObject({
      code: -32_602,
      message: 'Invalid params: params must be an array',
    })
  })

  test('may be {} for a method without params', async () => {
    const { url } = await openNode()
    expect(await call(`${url}/ext/bc/C/rpc`, 'eth_chainId', {})).toMatchObject({ result: '0xa868' })
  })
})
