import { addTxSignatures, evm, utils } from '@avalabs/avalanchejs'

/** Imports and exports of the C-Chain, created and signed only with the library of the public network. */
export function openEvm(url, context) {
  const api = new evm.EVMApi(url)
  const issued = async (unsignedTx, key) => {
    await addTxSignatures({ unsignedTx, privateKeys: [key] })
    return (await api.issueSignedTx(unsignedTx.getSignedTx())).txID
  }
  return {
    status: async (txID) => (await api.getAtomicTxStatus(txID)).status,
    // The builders use nNATIVE.
    importFrom: async (alias, { key, raw, text }, to) => {
      const { utxos } = await api.getUTXOs({ addresses: [text], sourceChain: alias })
      const chain = alias === 'X' ? context.xBlockchainID : context.pBlockchainID
      const baseFee = ((await api.getBaseFee()) * 2n) / 1_000_000_000n
      const address = utils.hexToBuffer(to)
      const tx = evm.newImportTxFromBaseFee(context, address, [raw], utxos, chain, baseFee)
      return issued(tx, key)
    },
    exportTo: async (alias, { key, raw }, { from, amount, nonce }) => {
      const chain = alias === 'X' ? context.xBlockchainID : context.pBlockchainID
      const baseFee = ((await api.getBaseFee()) * 2n) / 1_000_000_000n
      const address = utils.hexToBuffer(from)
      const tx = evm.newExportTxFromBaseFee(context, baseFee, amount, chain, address, [raw], nonce)
      return issued(tx, key)
    },
  }
}
