import { rpcErrors } from '@native-node/server'
import { invalidParam } from '../../chain/params.ts'
import { parseAddress, type AddressSpace } from '../../codec/address.ts'
import type { ShortID } from '../../codec/field.ts'
import { parseNodeID } from '../../codec/ids.ts'
import type { NodeID } from '../state/records.ts'

const errors = rpcErrors.pChain

/** Parses a param as a node ID. */
export function nodeGiven(text: string, pointer: string): NodeID {
  const node = parseNodeID(text)
  if (node === undefined) throw invalidParam(pointer, 'must be a node ID')
  return node
}

/** Parses a param as addresses of the chain. */
export function addressesGiven(
  space: AddressSpace,
  texts: readonly string[],
): ReadonlySet<ShortID> {
  return new Set(texts.map((text) => addressGiven(space, text)))
}

function addressGiven(space: AddressSpace, text: string): ShortID {
  const address = parseAddress(space, text)
  if (address === undefined)
    throw errors.invalidAddress(undefined, `couldn't parse address '${text}'`)
  return address
}
