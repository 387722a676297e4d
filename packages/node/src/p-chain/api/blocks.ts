import { rpcErrors } from '@native-node/server'
import type { Encoding, GetBlockResultInput, PChainHandlers } from '@native-node/server/p-chain'
import type { ID } from '../../codec/field.ts'
import { checkedHex } from '../../codec/text.ts'
import { parseBlock } from '../blocks.ts'
import type { PChain } from '../chain.ts'
import { blocks, heights } from '../state/records.ts'
import type { PlatformState } from '../state/state.ts'
import { blockJson } from './json.ts'
import { idParam } from '../../chain/params.ts'
import { heightOf, timeText } from './values.ts'

const errors = rpcErrors.pChain

type BlockMethods =
  'getBlock' | 'getBlockByHeight' | 'getHeight' | 'getProposedHeight' | 'getTimestamp'

export function blockHandlers(chain: PChain): Pick<PChainHandlers, BlockMethods> {
  const height = async (): Promise<{ readonly height: bigint }> =>
    chain.read(async (state) => ({ height: await heightOf(state) }))
  return {
    async getBlock({ blockID, encoding }) {
      const id = idParam(blockID, '/blockID')
      return chain.read((state) => blockOf(chain, state, { id, name: `id ${blockID}`, encoding }))
    },
    async getBlockByHeight({ height: at, encoding }) {
      return chain.read(async (state) => {
        const id = await heights.get(state.reader, at)
        return blockOf(chain, state, { id, name: `height ${at}`, encoding })
      })
    },
    getHeight: height,
    // A node without peers would propose its next block on top of its own last accepted block.
    getProposedHeight: height,
    async getTimestamp() {
      return chain.read(async (state) => {
        const { time } = await state.totals()
        return { timestamp: timeText(time) }
      })
    },
  }
}

async function blockOf(
  { space }: PChain,
  { reader }: PlatformState,
  {
    id,
    name,
    encoding,
  }: {
    readonly id: ID | undefined
    readonly name: string
    readonly encoding: Encoding | undefined
  },
): Promise<GetBlockResultInput> {
  const bytes = id === undefined ? undefined : await blocks.get(reader, id)
  if (id === undefined || bytes === undefined)
    throw errors.blockNotFound(undefined, `couldn't get block with ${name}: not found`)
  if (encoding !== 'json') return { block: checkedHex(bytes), encoding: 'hex' }
  return { block: blockJson(id, parseBlock(bytes), space), encoding }
}
