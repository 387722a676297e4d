import { randomBytes } from 'node:crypto'
import type {
  CChainDevAnvilHandlers,
  CChainDevEthHandlers,
  CChainDevEvmHandlers,
} from '@native-node/server/c-chain-dev'
import { ChainStateError } from '../../../chain/dev-tools.ts'
import type { ChainTx } from '../../../chain/vm.ts'
import { idOf } from '../../../codec/ids.ts'
import { nextHeader } from '../../chain/next-header.ts'
import { bytesOf, hexOf } from '../../hex.ts'
import { lower } from '../evm/block-reference.ts'
import { present } from '../evm/call-request.ts'
import { price, suggestedTip } from '../evm/fees.ts'
import { sendAs } from '../evm/signing.ts'
import { errors } from '../../dev/errors.ts'
import { forkAt, type Fork } from '../../dev/fork/fork.ts'
import type { CDevParts } from './parts.ts'

type PoolMethods = 'dropTransaction' | 'dropAllTransactions' | 'removePoolTransactions'
type SettingMethods = 'setCoinbase' | 'setMinGasPrice' | 'setNextBlockBaseFeePerGas'
type StateMethods = 'reset' | 'dumpState' | 'loadState'
type FactMethods = 'setLoggingEnabled' | 'nodeInfo' | 'metadata'
type ResetParams = Parameters<CChainDevAnvilHandlers['reset']>[0]
type ResetFork = NonNullable<NonNullable<ResetParams['options']>['forking']>
type SenderMethods = 'impersonateAccount' | 'stopImpersonatingAccount' | 'autoImpersonateAccount'

export function settingHandlers({
  chain: { vm },
  store,
}: CDevParts): Pick<CChainDevAnvilHandlers, SettingMethods> &
  Pick<CChainDevEvmHandlers, 'setBlockGasLimit'> {
  return {
    async setCoinbase({ address }) {
      await vm.configure(store, { miner: lower(address) })
      return true
    },
    async setMinGasPrice({ price }) {
      await vm.configure(store, { minimumFee: BigInt(price) })
      return true
    },
    async setNextBlockBaseFeePerGas({ baseFee }) {
      vm.setNext({ baseFee: BigInt(baseFee) })
      return true
    },
    async setBlockGasLimit({ gasLimit }) {
      await vm.configure(store, { gasLimit: BigInt(gasLimit) })
      return true
    },
  }
}

export function senderHandlers({
  impersonation,
  signing,
}: CDevParts): Pick<CChainDevAnvilHandlers, SenderMethods> &
  Pick<CChainDevEthHandlers, 'sendUnsignedTransaction'> {
  return {
    impersonateAccount({ address }) {
      impersonation.add(lower(address))
      return true
    },
    stopImpersonatingAccount: ({ address }) => impersonation.remove(lower(address)),
    autoImpersonateAccount({ enabled }) {
      impersonation.isForAll = enabled
      return true
    },
    sendUnsignedTransaction: ({ transaction }) => sendAs(signing, transaction),
  }
}

export function poolHandlers({
  chain: { pool, producer },
}: CDevParts): Pick<CChainDevAnvilHandlers, PoolMethods> {
  const dropAll = async (txs: readonly ChainTx[] = []): Promise<true> => {
    for (const { id } of txs) await producer.drop(id)
    return true
  }
  return {
    dropTransaction: ({ hash }) => producer.drop(idOf(bytesOf(hash))),
    dropAllTransactions: () => dropAll([...pool.senders().values()].flat()),
    removePoolTransactions: ({ address }) => dropAll(pool.senders().get(lower(address))),
  }
}

export function stateHandlers({
  dev,
  mining,
  impersonation,
  prepare,
  buildFirst,
  forking,
}: CDevParts): Pick<CChainDevAnvilHandlers, StateMethods> {
  return {
    async reset({ options }) {
      forking.begin(await forkOf(options?.forking ?? undefined, forking.current))
      mining.mineOnlyAutomatically()
      impersonation.reset()
      await dev.restart()
      await dev.whilePaused(prepare)
      await buildFirst()
      return true
    },
    async dumpState() {
      return hexOf(await refusing(dev.dump(), (why) => errors.stateTooLarge(undefined, why)))
    },
    async loadState({ state }) {
      const loading = dev.load(bytesOf(state))
      await refusing(loading, (why) => errors.invalidState(undefined, `invalid state: ${why}`))
      return true
    },
  }
}

/** Replaces the error for a state that is refused by an API error. */
async function refusing<T>(work: Promise<T>, described: (why: string) => Error): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ChainStateError ? described(error.message) : error
  }
}

/** Reads the fork that a reset asks for. Without a URL, it is another block of the current fork. */
async function forkOf(
  forking: ResetFork | undefined,
  current: Fork | undefined,
): Promise<Fork | undefined> {
  if (forking === undefined) return undefined
  const { jsonRpcUrl, httpHeaders, blockNumber } = forking
  const former = jsonRpcUrl ? undefined : current?.remote
  const url = jsonRpcUrl || former?.url
  if (url === undefined) return undefined
  const headers = httpHeaders ?? former?.headers ?? {}
  return forkAt({ url, headers, block: present(blockNumber) ? BigInt(blockNumber) : undefined })
}

export function factHandlers({
  chain,
  version,
  forking,
  printing,
}: CDevParts): Pick<CChainDevAnvilHandlers, FactMethods> {
  const instanceId = hexOf(randomBytes(32))
  return {
    setLoggingEnabled({ enabled }) {
      printing.isOn = enabled
      return true
    },
    async nodeInfo() {
      const { header, hash } = chain.vm.tip
      const next = nextHeader(chain)
      const baseFee = next.baseFeePerGas ?? 0n
      return {
        currentBlockNumber: header.number,
        currentBlockTimestamp: Number(header.timestamp),
        currentBlockHash: hash,
        hardFork: chain.vm.rules.commonAt(next).hardfork(),
        transactionOrder: 'fees',
        environment: {
          baseFee,
          chainId: Number(chain.vm.rules.chainId),
          gasLimit: next.gasLimit,
          gasPrice: price(baseFee + (await suggestedTip(chain))),
        },
        forkConfig: {
          // Others may read the result, and the rest of the URL may contain credentials.
          forkUrl: forking.current?.remote.origin ?? null,
          forkBlockNumber: forking.current === undefined ? null : Number(forking.current.number),
          forkRetryBackoff: null,
        },
      }
    },
    async metadata() {
      const { vm } = chain
      return {
        clientVersion: version,
        chainId: Number(vm.rules.chainId),
        instanceId,
        latestBlockNumber: Number(vm.tip.header.number),
        latestBlockHash: vm.tip.hash,
        ...(forking.current && {
          forkedNetwork: {
            chainId: Number(forking.current.chainId),
            forkBlockNumber: Number(forking.current.number),
            forkBlockHash: forking.current.hash,
          },
        }),
      }
    },
  }
}
