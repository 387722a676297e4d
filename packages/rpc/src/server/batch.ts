import { settle, settledWith, type CallSettings } from './call.ts'
import { RpcCall } from './rpc-call.ts'

/** What stands for one message of a batch: its answer, or the call whose handler promised one. */
export type BatchItem = RpcCall | string | undefined

/** A batch on its way. */
export interface Batch {
  readonly items: BatchItem[]
  /** What the handlers of the calls among the items promised, in their order. */
  readonly promises: PromiseLike<unknown>[]
  /** Promises of what will be put among the items without further ado. */
  readonly others: PromiseLike<unknown>[]
}

/** The answers of a batch as one text, at once where nothing has to be waited for. */
export function answerBatch(
  batch: Batch,
  settings: CallSettings,
): string | undefined | Promise<string | undefined> {
  const { items, promises, others } = batch
  return promises.length + others.length > 0 ? settleBatch(batch, settings) : joined(items)
}

/** Puts the answers in the places of the calls, which wait together: one wait instead of one each. */
async function settleBatch(
  { items, promises, others }: Batch,
  settings: CallSettings,
): Promise<string | undefined> {
  const values = await allOf(promises)
  if (others.length > 0) await Promise.all(others)
  let at = 0
  if (!values) {
    const settled = items.map(async (item) => {
      return item instanceof RpcCall
        ? settle(Promise.resolve(promises[at++]), item, settings)
        : item
    })
    return joined(await Promise.all(settled))
  }
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (item instanceof RpcCall) items[index] = settledWith(values[at++], item, settings)
  }
  return joined(items)
}

/** What all of them promised; `undefined` where one failed, so that each needs a look of its own. */
async function allOf(
  promises: readonly PromiseLike<unknown>[],
): Promise<readonly unknown[] | undefined> {
  try {
    return await Promise.all(promises)
  } catch {
    return undefined
  }
}

/** The answers as one text; they keep the order of the calls, and notifications have none. */
function joined(items: readonly BatchItem[]): string | undefined {
  let text = ''
  for (const item of items) {
    if (typeof item === 'string') text += text === '' ? `[${item}` : `,${item}`
  }
  return text === '' ? undefined : `${text}]`
}
