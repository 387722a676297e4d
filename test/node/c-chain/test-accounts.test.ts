import { HDNodeWallet, JsonRpcProvider, Mnemonic, Wallet, verifyTypedData } from 'ethers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { mnemonic, testAccounts } from '../../../packages/node/src/c-chain/dev/test-accounts.ts'
import { openNode } from '../open-node.ts'

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

const [first, second] = testAccounts()
const from = first?.address ?? ''
const to = second?.address ?? ''

async function devNode() {
  const { url } = await openNode({ dev: true })
  const rpc = `${url}/ext/bc/C/rpc`
  const post = async (body: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(rpc, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const ask = async (method: string, params: readonly unknown[] = []): Promise<Answer> =>
    (await post({ jsonrpc: '2.0', id: 1, method, params })) as Answer
  const noncesOf = async (answers: readonly Answer[]): Promise<readonly number[]> => {
    const read = answers.map(async ({ result }) => {
      const { result: tx } = await ask('eth_getTransactionByHash', [result])
      return Number((tx as { readonly nonce: string }).nonce)
    })
    return Promise.all(read)
  }
  return { url, rpc, post, ask, noncesOf }
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)
const transfer = { from, to, value: '0x1' }
const request = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'eth_sendTransaction',
  params: [transfer],
})

describe('the test accounts', () => {
  test('are those of the mnemonic', () => {
    const phrase = Mnemonic.fromPhrase(mnemonic)
    const wallets = upTo(10).map((at) => HDNodeWallet.fromMnemonic(phrase, `m/44'/60'/0'/0/${at}`))
    expect(testAccounts()).toEqual(
      wallets.map(({ address, privateKey }) => ({ address, key: privateKey })),
    )
  })

  test('have funds on a new chain, whose first block has the current time', async () => {
    const { ask } = await devNode()
    for (const isReset of [false, true]) {
      if (isReset) {
        await ask('eth_sendTransaction', [transfer])
        await ask('anvil_reset')
      }
      for (const { address } of testAccounts())
        expect((await ask('eth_getBalance', [address, 'latest'])).result).toBe(
          `0x${(10_000n * 10n ** 18n).toString(16)}`,
        )
      const { result } = await ask('eth_getBlockByNumber', ['latest', false])
      const block = result as { readonly number: string; readonly timestamp: string }
      expect(block.number).toBe('0x1')
      expect(Math.abs(Number(block.timestamp) - Date.now() / 1000)).toBeLessThan(120)
    }
  })

  test('are unlocked, also for personal_ methods, and are those that pages get', async () => {
    const { ask } = await devNode()
    const { result: accounts } = await ask('eth_accounts')
    expect(accounts).toHaveLength(11)
    expect((await ask('eth_requestAccounts')).result).toEqual(accounts)
    expect((await ask('personal_sendTransaction', [transfer, ''])).error).toBeUndefined()
    const message = '0x68656c6c6f'
    const { result: signature } = await ask('personal_sign', [message, from])
    expect((await ask('eth_sign', [from, message])).result).toBe(signature)
    expect(await new Wallet(first?.key ?? '').signMessage('hello')).toBe(signature)
  })
})

describe('transactions of one account that are sent at once are accepted in order', () => {
  test('over HTTP', async () => {
    const { ask, noncesOf } = await devNode()
    const sent = upTo(10).map(() => ask('eth_sendTransaction', [transfer]))
    const nonces = await noncesOf(await Promise.all(sent))
    expect(nonces.toSorted((a, b) => a - b)).toEqual(upTo(10))
    expect((await ask('eth_getTransactionCount', [from, 'latest'])).result).toBe('0xa')
  })

  test('in a batch', async () => {
    const { post, noncesOf } = await devNode()
    const answers = (await post(upTo(10).map(request))) as readonly Answer[]
    const inOrder = answers.toSorted((a, b) => a.id - b.id)
    expect(await noncesOf(inOrder)).toEqual(upTo(10))
  })

  test('over a WebSocket', async () => {
    const { url, noncesOf } = await devNode()
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ext/bc/C/ws`)
    onTestFinished(() => socket.terminate())
    const answers: Answer[] = []
    socket.on('message', (data: Buffer) => answers.push(JSON.parse(data.toString()) as Answer))
    await new Promise((resolve) => socket.once('open', resolve))
    for (const id of upTo(10)) socket.send(JSON.stringify(request(id)))
    await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(10)
    expect(await noncesOf(answers.toSorted((a, b) => a.id - b.id))).toEqual(upTo(10))
  })

  test('by ethers, also of an impersonated account', async () => {
    const { rpc, ask } = await devNode()
    const provider = new JsonRpcProvider(rpc, undefined, { staticNetwork: true })
    onTestFinished(() => provider.destroy())
    const guest = `0x${'ab'.repeat(20)}`
    await ask('anvil_impersonateAccount', [guest])
    await ask('anvil_setBalance', [guest, '0xde0b6b3a7640000'])
    for (const address of [from, guest]) {
      const signer = await provider.getSigner(address)
      const sent = upTo(5).map(() => signer.sendTransaction({ to, value: 1n }))
      const nonces = (await Promise.all(sent)).map(({ nonce }) => nonce)
      expect(nonces.toSorted((a, b) => a - b)).toEqual(upTo(5))
    }
  })

  test('after one that is refused', async () => {
    const { ask } = await devNode()
    const poor = { ...transfer, value: `0x${(10n ** 30n).toString(16)}` }
    const answers = await Promise.all(
      [transfer, poor, transfer].map((one) => ask('eth_sendTransaction', [one])),
    )
    expect(answers.filter(({ error }) => error !== undefined)).toHaveLength(1)
    expect((await ask('eth_getTransactionCount', [from, 'latest'])).result).toBe('0x2')
  })
})

describe('structured data', () => {
  const types = {
    Order: [
      { name: 'maker', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'change', type: 'int8' },
      { name: 'proof', type: 'bytes32[]' },
      { name: 'raw', type: 'bytes' },
      { name: 'parts', type: 'Part[2]' },
    ],
    Part: [
      { name: 'ok', type: 'bool' },
      { name: 'text', type: 'string' },
    ],
  }
  const domain = { name: 'T', version: '1', chainId: 43_112, verifyingContract: to }
  const message = {
    maker: from,
    amount: 2n ** 200n,
    change: -5,
    proof: [`0x${'01'.repeat(32)}`],
    raw: '0x0102',
    parts: [
      { ok: true, text: 'ä' },
      { ok: false, text: '' },
    ],
  }

  test('is signed as ethers signs it', async () => {
    const { rpc } = await devNode()
    const provider = new JsonRpcProvider(rpc, undefined, { staticNetwork: true })
    onTestFinished(() => provider.destroy())
    const signer = await provider.getSigner(from)
    const signature = await signer.signTypedData(domain, types, message)
    expect(verifyTypedData(domain, types, message, signature)).toBe(from)
    expect(await new Wallet(first?.key ?? '').signTypedData(domain, types, message)).toBe(signature)
  })

  const mail = {
    types: { Mail: [{ name: 'to', type: 'address' }] },
    primaryType: 'Mail',
    domain: {},
    message: { to },
  }
  const many = Object.fromEntries(upTo(200).map((at) => [`T${at}`, []]))
  test.each([
    ['text that is not JSON', '{', 'not JSON'],
    ['the text null', 'null', 'are required'],
    ['a list as text', '[]', 'are required'],
    ['another chain', { ...mail, domain: { chainId: 1 } }, 'is not 43112'],
    ['a value of another type', { ...mail, message: { to: 'nobody' } }, 'invalid typed data'],
    ['a missing value', { ...mail, message: {} }, 'invalid typed data'],
    ['an unknown primary type', { ...mail, primaryType: 'Letter' }, 'primaryType'],
    ['the type of an inherited member', { ...mail, primaryType: 'toString' }, 'invalid typed data'],
    ['long text', { ...mail, message: { to: 'x'.repeat(200_000) } }, 'characters'],
    ['text as JSON that is long', `"${'x'.repeat(200_000)}"`, 'characters'],
    ['many types', { ...mail, types: many }, 'more than 100 types'],
    ['members that are no list', JSON.stringify({ ...mail, types: { Mail: 5 } }), 'typed data'],
  ])('is refused with a reason: %s', async (_, data, text) => {
    const { ask } = await devNode()
    const { error } = await ask('eth_signTypedData_v4', [from, data])
    expect(error).toMatchObject({ code: -32000, data: { reason: 'invalidTypedData' } })
    expect(error?.message).toContain(text)
  })
})

test('evm_setTime takes seconds and milliseconds, and refuses the past', async () => {
  const { ask } = await devNode()
  const later = Math.floor(Date.now() / 1000) + 1_000_000
  for (const time of [later, (later + 1000) * 1000]) {
    expect((await ask('evm_setTime', [time])).error).toBeUndefined()
    await ask('evm_mine')
    const { result } = await ask('eth_getBlockByNumber', ['latest', false])
    const { timestamp } = result as { readonly timestamp: string }
    const wanted = time > 1e10 ? time / 1000 : time
    expect(Number(timestamp) - wanted).toBeLessThan(60)
    expect(Number(timestamp)).toBeGreaterThanOrEqual(wanted)
  }
  expect((await ask('evm_setTime', [later])).error?.data).toEqual({ reason: 'timestampTooLow' })
})
