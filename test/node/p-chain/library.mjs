import {
  addTxSignatures,
  avm,
  Context,
  L1Validator,
  PChainOwner,
  pvm,
  pvmSerial,
  secp256k1,
  TransferableOutput,
} from '@avalabs/avalanchejs'

const PRIMARY = '11111111111111111111111111111111LpoYY'
const bytesOf = (hex) => Buffer.from(hex, 'hex')

/**
 * A wallet that uses only the library. The library's types cannot be compiled, so types for this file are in its
 * .d.mts.
 */
export async function openPlatformLibrary(url) {
  const api = new pvm.PVMApi(url)
  const xApi = new avm.AVMApi(url)
  const context = await Context.getContextFromURI(url)
  const textOf = (alias, { text }) => `${alias}-${text.split('-')[1]}`
  const output = (by, amount) =>
    TransferableOutput.fromNative(context.avaxAssetID, amount, [bytesOf(by.address)])
  const utxosOf = async (by, sourceChain) =>
    (await api.getUTXOs({ addresses: [textOf('P', by)], ...(sourceChain && { sourceChain }) }))
      .utxos
  const common = async (by, sourceChain) => ({
    feeState: await api.getFeeState(),
    fromAddressesBytes: [bytesOf(by.address)],
    utxos: await utxosOf(by, sourceChain),
  })
  const issued = []
  const signed = async (unsignedTx, by, issuer = api) => {
    await addTxSignatures({ unsignedTx, privateKeys: [by.key] })
    // The library knows the signers of inputs, but not of a subnet or validator: the last credential.
    const last = unsignedTx.credentials.length - 1
    unsignedTx.addSignatureAt(await secp256k1.sign(unsignedTx.toBytes(), by.key), last, 0)
    const tx = unsignedTx.getSignedTx()
    if (issuer === api) {
      issued.push({ bytes: tx.toBytes(), complexity: pvm.getTxComplexity(unsignedTx.getTx()) })
    }
    return (await issuer.issueSignedTx(tx)).txID
  }
  const issue = async (build, by, props) =>
    signed(build({ ...(await common(by)), ...props }, context), by)
  const subnetAuth = [0]
  return {
    context,
    issued,
    status: async (txID) => (await api.getTxStatus({ txID })).status,
    send: (by, to, amount) => issue(pvm.newBaseTx, by, { outputs: [output(to, amount)] }),
    exportTo: (by, destinationChainId, amount) =>
      issue(pvm.newExportTx, by, { destinationChainId, outputs: [output(by, amount)] }),
    importFrom: async (by, sourceChainId, source) => {
      const props = { ...(await common(by, source)), toAddressesBytes: [bytesOf(by.address)] }
      return signed(pvm.newImportTx({ ...props, sourceChainId }, context), by)
    },
    exportFromX: async (by, amount) => {
      const { utxos } = await xApi.getUTXOs({ addresses: [textOf('X', by)] })
      const from = [bytesOf(by.address)]
      const outputs = [output(by, amount)]
      const tx = avm.newExportTx(context, context.pBlockchainID, from, utxos, outputs)
      return signed(tx, by, xApi)
    },
    importToX: async (by) => {
      const { utxos } = await xApi.getUTXOs({ addresses: [textOf('X', by)], sourceChain: 'P' })
      const own = [bytesOf(by.address)]
      const tx = avm.newImportTx(context, context.pBlockchainID, utxos, own, own)
      return signed(tx, by, xApi)
    },
    stake: (by, { nodeID, publicKey, proofOfPossession }, end, weight) =>
      issue(pvm.newAddPermissionlessValidatorTx, by, {
        end,
        start: 0n,
        weight,
        nodeId: nodeID,
        subnetId: PRIMARY,
        shares: 200_000,
        publicKey,
        signature: proofOfPossession,
        rewardAddresses: [bytesOf(by.address)],
        delegatorRewardsOwner: [bytesOf(by.address)],
      }),
    delegate: (by, nodeId, end, weight) =>
      issue(pvm.newAddPermissionlessDelegatorTx, by, {
        end,
        start: 0n,
        weight,
        nodeId,
        subnetId: PRIMARY,
        rewardAddresses: [bytesOf(by.address)],
      }),
    createSubnet: (by) => issue(pvm.newCreateSubnetTx, by, { subnetOwners: [bytesOf(by.address)] }),
    createChain: (by, subnetId, chainName, vmId) =>
      issue(pvm.newCreateChainTx, by, {
        subnetId,
        chainName,
        vmId,
        fxIds: [],
        genesisData: { alloc: {} },
        subnetAuth,
      }),
    addSubnetValidator: (by, subnetId, nodeId, end) =>
      issue(pvm.newAddSubnetValidatorTx, by, {
        subnetId,
        nodeId,
        start: 0n,
        end,
        weight: 30n,
        subnetAuth,
      }),
    removeSubnetValidator: (by, subnetId, nodeId) =>
      issue(pvm.newRemoveSubnetValidatorTx, by, { subnetId, nodeId, subnetAuth }),
    transferOwnership: (by, subnetId, to) =>
      issue(pvm.newTransferSubnetOwnershipTx, by, {
        subnetId,
        subnetOwners: [bytesOf(to.address)],
        subnetAuth,
      }),
    convert: (by, subnetId, { chainId, address, node, balance }) => {
      const { nodeID, publicKey, proofOfPossession } = node
      const owner = PChainOwner.fromNative([bytesOf(by.address)], 1)
      const signer = new pvmSerial.ProofOfPossession(publicKey, proofOfPossession)
      const validator = L1Validator.fromNative(nodeID, 100n, balance, signer, owner, owner)
      return issue(pvm.newConvertSubnetToL1Tx, by, {
        subnetId,
        chainId,
        address,
        validators: [validator],
        subnetAuth,
      })
    },
    register: (by, balance, blsSignature, message) =>
      issue(pvm.newRegisterL1ValidatorTx, by, { balance, blsSignature, message }),
    setWeight: (by, message) => issue(pvm.newSetL1ValidatorWeightTx, by, { message }),
    increaseBalance: (by, validationId, balance) =>
      issue(pvm.newIncreaseL1ValidatorBalanceTx, by, { validationId, balance }),
    disable: (by, validationId) =>
      issue(pvm.newDisableL1ValidatorTx, by, { validationId, disableAuth: [0] }),
  }
}
