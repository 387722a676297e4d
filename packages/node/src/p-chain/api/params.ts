import { rpcErrors } from '@native-node/server'
import { parseAddress, type AddressSpace } from '../../codec/address.ts'
import type { ShortID } from '../../codec/field.ts'

const errors = rpcErrors.pChain

export function addressesParam(
  space: AddressSpace,
  texts: readonly string[],
): ReadonlySet<ShortID> {
  return new Set(texts.map((text) => addressParam(space, text)))
}

function addressParam(space: AddressSpace, text: string): ShortID {
  const address = parseAddress(space, text)
  if (address === undefined)
    throw errors.invalidAddress(undefined, `couldn't parse address '${text}'`)
  return address
}
