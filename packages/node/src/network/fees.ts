/** Fixed fees of a network in nNATIVE. */
export interface Fees {
  readonly txFee: bigint
  readonly createAssetTxFee: bigint
  readonly createSubnetTxFee: bigint
  readonly transformSubnetTxFee: bigint
  readonly createBlockchainTxFee: bigint
  readonly addPrimaryNetworkValidatorFee: bigint
  readonly addPrimaryNetworkDelegatorFee: bigint
  readonly addSubnetValidatorFee: bigint
  readonly addSubnetDelegatorFee: bigint
}

export const localFees: Fees = {
  txFee: 1_000_000n,
  createAssetTxFee: 1_000_000n,
  createSubnetTxFee: 100_000_000n,
  transformSubnetTxFee: 100_000_000n,
  createBlockchainTxFee: 100_000_000n,
  addPrimaryNetworkValidatorFee: 0n,
  addPrimaryNetworkDelegatorFee: 0n,
  addSubnetValidatorFee: 1_000_000n,
  addSubnetDelegatorFee: 1_000_000n,
}
