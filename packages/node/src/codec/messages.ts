import {
  bool,
  bytes,
  fixed,
  id,
  list,
  struct,
  u32,
  u64,
  variant,
  type Field,
  type ID,
  type Kind,
} from './field.ts'
import { PlatformOwner } from './p-chain.ts'

export interface WarpMessage {
  readonly networkID: number
  readonly sourceChainID: ID
  readonly payload: Uint8Array
}

/**
 * An aggregated signature of a validator set. The bits that are set in `signers` are the indices of
 * the validators that signed.
 */
export interface BitSetSignature {
  readonly signers: Uint8Array
  readonly signature: Uint8Array
}

export interface SignedWarpMessage extends WarpMessage {
  readonly signature: Kind<'bitSetSignature', BitSetSignature>
}

export type WarpPayload =
  | Kind<'hash', { readonly hash: ID }>
  | Kind<'addressedCall', { readonly sourceAddress: Uint8Array; readonly payload: Uint8Array }>

export interface RegisterL1Validator {
  readonly subnetID: ID
  readonly nodeID: Uint8Array
  readonly blsPublicKey: Uint8Array
  readonly expiry: bigint
  readonly remainingBalanceOwner: PlatformOwner
  readonly disableOwner: PlatformOwner
  readonly weight: bigint
}

export type L1Message =
  | Kind<'subnetToL1Conversion', { readonly conversionID: ID }>
  | Kind<'registerL1Validator', RegisterL1Validator>
  | Kind<'l1ValidatorRegistration', { readonly validationID: ID; readonly registered: boolean }>
  | Kind<'l1ValidatorWeight', L1ValidatorWeight>

interface L1ValidatorWeight {
  readonly validationID: ID
  readonly nonce: bigint
  readonly weight: bigint
}

/**
 * The conversion of a subnet to an L1. The hash of this encoded data is the ID of the conversion.
 */
export interface ConversionData {
  readonly subnetID: ID
  readonly managerChainID: ID
  readonly managerAddress: Uint8Array
  readonly validators: readonly ConversionValidator[]
}

export interface ConversionValidator {
  readonly nodeID: Uint8Array
  readonly blsPublicKey: Uint8Array
  readonly weight: bigint
}

const warp = { networkID: u32, sourceChainID: id, payload: bytes }

export const WarpMessage: Field<WarpMessage> = struct<WarpMessage>(warp)

export const SignedWarpMessage: Field<SignedWarpMessage> = struct<SignedWarpMessage>({
  ...warp,
  signature: variant<SignedWarpMessage['signature']>({
    bitSetSignature: [0x00, struct<BitSetSignature>({ signers: bytes, signature: fixed(96) })],
  }),
})

export const WarpPayload: Field<WarpPayload> = variant<WarpPayload>({
  hash: [0x00, struct({ hash: id })],
  addressedCall: [0x01, struct({ sourceAddress: bytes, payload: bytes })],
})

export const L1Message: Field<L1Message> = variant<L1Message>({
  subnetToL1Conversion: [0x00, struct({ conversionID: id })],
  registerL1Validator: [
    0x01,
    struct<RegisterL1Validator>({
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
  l1ValidatorWeight: [
    0x03,
    struct<L1ValidatorWeight>({ validationID: id, nonce: u64, weight: u64 }),
  ],
})

export const ConversionData: Field<ConversionData> = struct<ConversionData>({
  subnetID: id,
  managerChainID: id,
  managerAddress: bytes,
  validators: list(
    struct<ConversionValidator>({ nodeID: bytes, blsPublicKey: fixed(48), weight: u64 }),
  ),
})
