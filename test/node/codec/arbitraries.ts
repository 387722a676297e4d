import { hexID, hexShortID } from '../../../packages/node/src/codec/ids.ts'
import fc, { type Arbitrary } from 'fast-check'
import type { ID, ShortID } from '../../../packages/node/src/codec/field.ts'
import type {
  Output,
  OutputOwners,
  SecpTransferInput,
  SecpTransferOutput,
  Spending,
  Transferable,
} from '../../../packages/node/src/codec/structures.ts'
import type {
  Credential,
  FxOperation,
  SignedTx,
  StandardBlock,
  UnsignedTx,
} from '../../../packages/node/src/codec/x-chain.ts'

const hex = (length: number): Arbitrary<string> =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => Buffer.from(bytes).toString('hex'))

const id: Arbitrary<ID> = hex(32).map(hexID)
const shortID: Arbitrary<ShortID> = hex(20).map(hexShortID)
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const bytes = fc.uint8Array({ maxLength: 40 })
const few = <T>(item: Arbitrary<T>): Arbitrary<T[]> => fc.array(item, { maxLength: 3 })

const ownersRecord = { locktime: u64, threshold: u32, addresses: few(shortID) }
const owners: Arbitrary<OutputOwners> = fc.record(ownersRecord)

const kind = <K extends string>(name: K): { kind: Arbitrary<K> } => ({ kind: fc.constant(name) })

const output: Arbitrary<Output> = fc.oneof(
  fc.record({ ...kind('secpMintOutput'), ...ownersRecord }),
  fc.record({ ...kind('secpTransferOutput'), amount: u64, ...ownersRecord }),
  fc.record({ ...kind('nftMintOutput'), groupID: u32, ...ownersRecord }),
  fc.record({ ...kind('nftTransferOutput'), groupID: u32, payload: bytes, ...ownersRecord }),
  fc.record({ ...kind('propertyMintOutput'), ...ownersRecord }),
  fc.record({ ...kind('propertyOwnedOutput'), ...ownersRecord }),
)

const input = fc.record({ sigIndices: few(u32) })
const transferInput: Arbitrary<SecpTransferInput> = fc.record({
  ...kind('secpTransferInput'),
  amount: u64,
  sigIndices: few(u32),
})

const utxoID = { txID: id, outputIndex: u32 }
const transferable: Arbitrary<Transferable<SecpTransferOutput>> = fc.record({
  assetID: id,
  output: fc.record({ ...kind('secpTransferOutput'), amount: u64, ...ownersRecord }),
})
const spending: Arbitrary<Spending<SecpTransferInput>> = fc.record({
  ...utxoID,
  assetID: id,
  input: transferInput,
})

const operation: Arbitrary<FxOperation> = fc.oneof(
  fc.record({
    ...kind('secpMintOperation'),
    mintInput: input,
    mintOutput: owners,
    transferOutput: fc.record({ amount: u64, ...ownersRecord }),
  }),
  fc.record({
    ...kind('nftMintOperation'),
    mintInput: input,
    groupID: u32,
    payload: bytes,
    owners: few(owners),
  }),
  fc.record({
    ...kind('nftTransferOperation'),
    input,
    output: fc.record({ groupID: u32, payload: bytes, ...ownersRecord }),
  }),
  fc.record({
    ...kind('propertyMintOperation'),
    mintInput: input,
    mintOutput: owners,
    ownedOutput: owners,
  }),
  fc.record({ ...kind('propertyBurnOperation'), sigIndices: few(u32) }),
)

const base = {
  networkID: u32,
  blockchainID: id,
  outputs: few(transferable),
  inputs: few(spending),
  memo: bytes,
}

const unsignedTx: Arbitrary<UnsignedTx> = fc.oneof(
  fc.record({ ...kind('baseTx'), ...base }),
  fc.record({
    ...kind('createAssetTx'),
    ...base,
    name: fc.string({ unit: 'grapheme' }),
    symbol: fc.string(),
    denomination: fc.integer({ min: 0, max: 255 }),
    initialStates: few(fc.record({ fxIndex: u32, outputs: few(output) })),
  }),
  fc.record({
    ...kind('operationTx'),
    ...base,
    operations: few(fc.record({ assetID: id, utxoIDs: few(fc.record(utxoID)), operation })),
  }),
  fc.record({ ...kind('importTx'), ...base, sourceChain: id, importedInputs: few(spending) }),
  fc.record({
    ...kind('exportTx'),
    ...base,
    destinationChain: id,
    exportedOutputs: few(transferable),
  }),
)

const signatures = few(fc.uint8Array({ minLength: 65, maxLength: 65 }))
const credential: Arbitrary<Credential> = fc.oneof(
  fc.record({ ...kind('secpCredential'), signatures }),
  fc.record({ ...kind('nftCredential'), signatures }),
  fc.record({ ...kind('propertyCredential'), signatures }),
)

/** Any X-Chain transaction that can be encoded, valid or not. */
export const signedTx: Arbitrary<SignedTx> = fc.record({
  unsignedTx,
  credentials: few(credential),
})

/** Any X-Chain block that can be encoded. */
export const block: Arbitrary<StandardBlock> = fc.record({
  ...kind('standardBlock'),
  parentID: id,
  height: u64,
  time: u64,
  merkleRoot: id,
  txs: few(signedTx),
})
