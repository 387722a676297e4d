import { rpcErrors } from '@native-node/server'
import { parseAddress, type AddressSpace } from '../../codec/address.ts'
import type { ID, ShortID } from '../../codec/field.ts'
import { parseID, parseNodeID, ZERO_ID } from '../../codec/ids.ts'
import type { NodeID } from '../state/records.ts'

const errors = rpcErrors.pChain

/** Parses a param as an ID. The schema matches the characters only; the checksum is checked here. */
export function idGiven(text: string, pointer: string): ID {
  const id = parseID(text)
  if (id === undefined) throw invalid(pointer, 'must be 32 bytes in cb58')
  return id
}

/** Parses a param as a subnet ID. Defaults to the Primary Network. */
export function subnetGiven(text: string | undefined): ID {
  return text === undefined ? ZERO_ID : idGiven(text, '/subnetID')
}

/** Parses a param as a node ID. */
export function nodeGiven(text: string, pointer: string): NodeID {
  const node = parseNodeID(text)
  if (node === undefined) throw invalid(pointer, 'must be a node ID')
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

function invalid(pointer: string, message: string): Error {
  return errors.invalidParams(
    { issues: [{ pointer, message }] },
    `Invalid params: ${pointer} ${message}`,
  )
}
