import { damagedChain, readable } from '../chain/damaged.ts'
import { replayOf, type Replay } from '../chain/replay.ts'
import { chainPrefix } from '../chain/table.ts'
import { decode } from '../codec/field.ts'
import { StandardBlock } from '../codec/x-chain.ts'
import type { Network } from '../network/network.ts'
import type { Reader, Store } from '../store/store.ts'
import { vmOf } from './chain.ts'
import { txOf, type Tx } from './tx.ts'

/** Replays the X-Chain of a store without the address index, which depends on a setting. */
export async function replayXChain(
  store: Reader,
  scratch: Store,
  network: Network,
): Promise<Replay | undefined> {
  const vm = vmOf({ network, settings: { indexTransactions: false } })
  const state = vm.state(store)
  const prefix = (name?: string): Uint8Array => chainPrefix(network.chains.X, name)
  const last = await readable(vm.name, () => state.tip())
  if (last === undefined) return undefined
  return replayOf<StandardBlock, Tx>({
    name: vm.name,
    vm,
    scratch,
    last,
    async recorded(height) {
      const found = await state.blockAt(height)
      if (found === undefined) throw damagedChain(vm.name, `block ${height} is missing`)
      const { time, txs } = decode(StandardBlock, found.bytes, Infinity)
      return { id: found.id, time, txs: txs.map(txOf) }
    },
    entries: [
      {
        prefix: prefix(),
        except: ['waiting/', 'history/', 'histories/'].map((name) => prefix(name)),
      },
    ],
  })
}
