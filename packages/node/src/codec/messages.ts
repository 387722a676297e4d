import { bool, bytes, fixed, id, list, struct, u32, u64, variant, type ValueOf } from './field.ts'
import { PlatformOwner } from './p-chain.ts'

const warp = { networkID: u32, sourceChainID: id, payload: bytes }

export const WarpMessage = struct(warp)
export type WarpMessage = ValueOf<typeof WarpMessage>

/**
 * A message with the aggregated signature of a validator set. The bits that are set in `signers` are the indices of
 * the validators that signed.
 */
export const SignedWarpMessage = struct({
  ...warp,
  signature: variant({
    bitSetSignature: [0x00, struct({ signers: bytes, signature: fixed(96) })],
  }),
})
export type SignedWarpMessage = ValueOf<typeof SignedWarpMessage>

export const WarpPayload = variant({
  hash: [0x00, struct({ hash: id })],
  addressedCall: [0x01, struct({ sourceAddress: bytes, payload: bytes })],
})
export type WarpPayload = ValueOf<typeof WarpPayload>

export const L1Message = variant({
  subnetToL1Conversion: [0x00, struct({ conversionID: id })],
  registerL1Validator: [
    0x01,
    struct({
      subnetID: id,
      nodeID: bytes,
      blsPublicKey: fixed(48),
      expiry: u64,
      remainingBalanceOwner: PlatformOwner,
      disableOwner: PlatformOwner,
      weight: u64,
    }),
  ],
  l1ValidatorRegistration: [0x02, struct({ validationID: id, registered: bool })],
  l1ValidatorWeight: [0x03, struct({ validationID: id, nonce: u64, weight: u64 })],
})
export type L1Message = ValueOf<typeof L1Message>

/**
 * The conversion of a subnet to an L1. The hash of this encoded data is the ID of the conversion.
 */
export const ConversionData = struct({
  subnetID: id,
  managerChainID: id,
  managerAddress: bytes,
  validators: list(struct({ nodeID: bytes, blsPublicKey: fixed(48), weight: u64 })),
})
export type ConversionData = ValueOf<typeof ConversionData>
