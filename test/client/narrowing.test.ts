import { createClient, isRpcError, RpcError, type ErrorsByMethod } from '@native-node/client'
import { createMock } from '@native-node/mock'
import { expect, expectTypeOf, it } from 'vitest'

/** Handles every error of a method; the compiler checks that the list is complete. */
function advice(error: unknown): string {
  if (!isRpcError(error, 'eth_getProof')) return 'no answer of this method'
  switch (error.reason) {
    case 'invalidParams':
    case 'invalidStorageKey':
      return 'mend the call'
    case 'headerNotFound':
    case 'blockNotCanonical':
    case 'unfinalizedBlock':
      return 'ask for another block'
    case 'stateUnavailable':
    case 'proofOutsidePruningWindow':
    case 'proofOutsideHistoryWindow':
    case 'storeUnavailable':
    case 'positionNotReached':
      return 'ask another node'
    default:
      error satisfies never
      // A node may return errors that are not in the document.
      return 'unheard of'
  }
}

it('a switch over the reasons of a method can be exhaustive', async () => {
  const mock = createMock({ seed: 1 })
  const node = createClient({ transport: mock.transport })
  const proof = (): Promise<unknown> =>
    node.cChain.eth
      .getProof('0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC', [])
      .catch((error: unknown) => error)
  mock.cChain.eth.getProof.failsOnce('blockNotCanonical')
  expect(advice(await proof())).toBe('ask for another block')
  mock.cChain.eth.getProof.failsOnce(new RpcError(-32_099, 'new', { reason: 'later' }))
  expect(advice(await proof())).toBe('unheard of')
  expect(advice(new Error('elsewhere'))).toBe('no answer of this method')
})

it('an error contains the details of its call', async () => {
  const mock = createMock({ seed: 1 })
  mock.info.getBlockchainID.fails('unknownAlias')
  const error: unknown = await createClient({ transport: mock.transport })
    .info.getBlockchainID({ alias: 'x' })
    .catch((thrown: unknown) => thrown)
  if (!isRpcError(error, 'info.getBlockchainID')) throw new Error('It is one')
  expect(error).toMatchObject({
    method: 'info.getBlockchainID',
    reason: 'unknownAlias',
    id: expect.any(Number) as number,
  })
  expectTypeOf(error.reason).toEqualTypeOf<ErrorsByMethod['info.getBlockchainID']['reason']>()
  // @ts-expect-error The method does not list this reason.
  expect(error.reason === 'headerNotFound').toBe(false)
})

it('the data of an error is typed if the document describes it', async () => {
  const mock = createMock({ seed: 1 })
  mock.cChain.eth.call.fails('executionReverted')
  const error: unknown = await createClient({ transport: mock.transport })
    .cChain.eth.call({})
    .catch((thrown: unknown) => thrown)
  if (!isRpcError(error, 'eth_call')) throw new Error('It is one')
  if (error.reason === 'invalidParams') {
    if (error.data && 'issues' in error.data) {
      expectTypeOf(error.data.issues[0]?.pointer).toEqualTypeOf<string | undefined>()
    }
    throw new Error('It is another one')
  }
  if (error.reason !== 'executionReverted') throw new Error('It is another one')
  expectTypeOf(error.code).toEqualTypeOf<3>()
  expectTypeOf(error.data).toEqualTypeOf<`0x${string}` | { reason: string } | undefined>()
  // The test did not set data for the mock.
  expect(typeof error.data === 'string' || error.data?.reason).toBe('executionReverted')
  // @ts-expect-error The data of this error has no issues.
  expect(error.data?.issues).toBeUndefined()
})

it('a mock takes the results and errors of its method, and records its params', () => {
  const mock = createMock({ seed: 1 })
  mock.pChain.getBlock.fails('blockNotFound').reset().fails(-32_000).reset()
  mock.pChain.getHeight.returns({ height: 7n }).reset()
  // @ts-expect-error The method does not list this error.
  mock.pChain.getHeight.fails('blockNotFound').reset()
  // @ts-expect-error The result has `height`, not `tall`.
  mock.pChain.getHeight.returns({ tall: 7n }).reset()
  const [call] = mock.calls('platform.getBlock')
  expectTypeOf(call?.params.blockID).toEqualTypeOf<string | undefined>()
})
