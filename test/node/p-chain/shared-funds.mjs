import {
  addTxSignatures,
  avm,
  Context,
  pvm,
  secp256k1,
  TransferableOutput,
} from '@avalabs/avalanchejs'

const PRIMARY = '11111111111111111111111111111111LpoYY'

/**
 * A wallet of several keys that uses only the library. The library's types cannot be compiled, so types for this file
 * are in its .d.mts.
 */
export async function openSharedFunds(url) {
  const api = new pvm.PVMApi(url)
  const xApi = new avm.AVMApi(url)
  const context = await Context.getContextFromURI(url)
  const raw = (owners) => owners.map(({ address }) => Buffer.from(address, 'hex'))
  const texts = (chain, owners) => owners.map(({ text }) => `${chain}-${text.split('-')[1]}`)
  const output = ({ amount, owners, threshold, locktime }) => {
    const sorted = raw(owners).sort(Buffer.compare)
    return TransferableOutput.fromNative(context.avaxAssetID, amount, sorted, locktime, threshold)
  }
  /** In the order of inputs: the library assigns signatures of imports in the order of the outputs. */
  const utxos = async (chain, owners, sourceChain) => {
    const source = sourceChain && { sourceChain }
    const listing = { addresses: texts(chain, owners), ...source }
    const found = (await (chain === 'P' ? api : xApi).getUTXOs(listing)).utxos
    return found.sort(
      ({ utxoId: a }, { utxoId: b }) =>
        Buffer.compare(a.txID.toBytes(), b.txID.toBytes()) ||
        a.outputIdx.value() - b.outputIdx.value(),
    )
  }
  const issue = async (chain, unsignedTx, signers, authorized = []) => {
    await addTxSignatures({ unsignedTx, privateKeys: signers.map(({ key }) => key) })
    const last = unsignedTx.credentials.length - 1
    for (const [at, { key }] of authorized.entries())
      unsignedTx.addSignatureAt(await secp256k1.sign(unsignedTx.toBytes(), key), last, at)
    const { txID } = await (chain === 'P' ? api : xApi).issueSignedTx(unsignedTx.getSignedTx())
    return txID
  }
  const onP = async (build, signers, props, authorized) => {
    const common = {
      feeState: await api.getFeeState(),
      fromAddressesBytes: raw(signers),
      utxos: await utxos('P', signers, props.source),
    }
    return issue('P', build({ ...common, ...props }, context), signers, authorized)
  }
  const onX = async (build, signers) => issue('X', await build(await utxos('X', signers)), signers)
  const ids = { P: context.pBlockchainID, X: context.xBlockchainID }
  return {
    send: (chain, signers, outputs) =>
      chain === 'P'
        ? onP(pvm.newBaseTx, signers, { outputs: outputs.map(output) })
        : onX((coins) => avm.newBaseTx(context, raw(signers), coins, outputs.map(output)), signers),
    exportFrom: (chain, signers, exported) =>
      chain === 'P'
        ? onP(pvm.newExportTx, signers, {
            destinationChainId: ids.X,
            outputs: [output(exported)],
          })
        : onX(
            (coins) => avm.newExportTx(context, ids.P, raw(signers), coins, [output(exported)]),
            signers,
          ),
    importTo: async (chain, signers, { owners, threshold, locktime }) => {
      const to = raw(owners).sort(Buffer.compare)
      if (chain === 'P') {
        const props = { toAddressesBytes: to, threshold, locktime, sourceChainId: ids.X }
        return onP(pvm.newImportTx, signers, { ...props, source: 'X' })
      }
      const atomic = await utxos('X', signers, 'P')
      const own = raw(signers)
      const tx = avm.newImportTx(context, ids.P, atomic, to, own, undefined, threshold, locktime)
      return issue('X', tx, signers)
    },
    delegate: (signers, { nodeID, end, weight, owners }) =>
      onP(pvm.newAddPermissionlessDelegatorTx, signers, {
        start: 0n,
        end,
        weight,
        nodeId: nodeID,
        subnetId: PRIMARY,
        rewardAddresses: raw(owners).sort(Buffer.compare),
      }),
    createSubnet: (signers, { owners, threshold }) =>
      onP(pvm.newCreateSubnetTx, signers, {
        subnetOwners: raw(owners).sort(Buffer.compare),
        threshold,
      }),
    createChain: (signers, { subnetID, name, vmID, authorized, subnetAuth }) =>
      onP(
        pvm.newCreateChainTx,
        signers,
        {
          subnetId: subnetID,
          chainName: name,
          vmId: vmID,
          fxIds: [],
          genesisData: {},
          subnetAuth,
        },
        authorized,
      ),
  }
}
