import { createClient, type Transport } from '@native-node/client'
import { expect, it } from 'vitest'

const sent: unknown[] = []
const transport: Transport = (request) => {
  sent.push(request.params)
  return Promise.resolve({ status: 200, message: {} })
}
const user = { username: 'a', password: 'b' }
const { cChain, cChainNative, pChain } = createClient({ transport })

it.each<[string, () => Promise<unknown>, string]>([
  [
    'a string that is not a tag',
    () => cChain.eth.getBlockByNumber('newest', false),
    '/block must be latest, accepted, safe, finalized, pending, earliest or an integer from 0 to 18446744073709551615',
  ],
  [
    'a block before the first',
    () => cChain.eth.getBlockByNumber(-1n, false),
    '/block must be latest, accepted, safe, finalized, pending, earliest or an integer from 0 to 18446744073709551615',
  ],
  [
    'a member of one alternative',
    () => cChain.eth.getBalance('0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC', { blockNumber: -1n }),
    '/block/blockNumber must be latest, accepted, safe, finalized, pending, earliest or an integer from 0 to 18446744073709551615',
  ],
  [
    'a member of a filter',
    () => cChain.eth.getLogs({ fromBlock: 2n ** 64n }),
    '/filter/fromBlock must be latest, accepted, safe, finalized, pending, earliest or an integer from 0 to 18446744073709551615',
  ],
  [
    'a fraction instead of a height',
    () => pChain.getValidatorsAt({ height: 1.5 }),
    '/height must be proposed or an integer from 0 to 18446744073709551615',
  ],
  [
    'a negative fee, in either form',
    () => cChainNative.import({ ...user, to: '0x', sourceChain: 'X', baseFee: -1n }),
    '/baseFee must be an integer from 0 to 2^256 - 1',
  ],
])('%s', async (_what, call, message) => {
  await expect(call()).rejects.toEqual(new TypeError(message))
  expect(sent).toEqual([])
})
