import {
  addTxSignatures,
  avm,
  avmSerial,
  Context,
  Byte,
  Int,
  MintOutput,
  OutputOwners,
  secp256k1,
  Stringpr,
  TransferableOutput,
} from '@avalabs/avalanchejs'

const manager = avmSerial.getAVMManager()

/**
 * A wallet that uses only the library. The library's types cannot be compiled, so types for this file are in its
 * .d.mts.
 */
export async function openLibrary(url) {
  const api = new avm.AVMApi(url)
  const context = await Context.getContextFromURI(url)
  const utxosOf = async (address, sourceChain) =>
    (await api.getUTXOs({ addresses: [address], ...(sourceChain && { sourceChain }) })).utxos
  // The builders fail on outputs of other assets.
  const sumsOf = async (address) =>
    (await utxosOf(address)).filter((utxo) => utxo.assetId.toString() === context.avaxAssetID)
  const output = (raw, amount) => TransferableOutput.fromNative(context.avaxAssetID, amount, [raw])
  const signed = async (unsignedTx, { key }) => {
    await addTxSignatures({ unsignedTx, privateKeys: [key] })
    return (await api.issueSignedTx(unsignedTx.getSignedTx())).txID
  }
  const paid = async ({ text, raw }) =>
    avm.newBaseTx(context, [raw], await sumsOf(text), []).getTx().baseTx
  return {
    context,
    status: async (txID) => (await api.getTxStatus({ txID })).status,
    describe: (asset) => api.getAssetDescription(asset),
    balance: async (address, assetID = 'AVAX') =>
      BigInt(String((await api.getBalance({ address, assetID })).balance)),
    utxos: async (address, sourceChain) =>
      (await utxosOf(address, sourceChain)).map((utxo) => ({
        asset: utxo.assetId.toString(),
        bytes: utxo.toBytes(manager.getDefaultCodec()),
      })),
    send: async (from, to, amount) => {
      const utxos = await sumsOf(from.text)
      return signed(avm.newBaseTx(context, [from.raw], utxos, [output(to.raw, amount)]), from)
    },
    exportTo: async (chain, from, amount) => {
      const outputs = [output(from.raw, amount)]
      const utxos = await sumsOf(from.text)
      return signed(avm.newExportTx(context, chain, [from.raw], utxos, outputs), from)
    },
    importFrom: async (alias, chain, from, to) => {
      const utxos = await utxosOf(from.text, alias)
      return signed(avm.newImportTx(context, chain, utxos, [to.raw], [from.raw]), from)
    },
    /** The library cannot write signed asset creations: returns the bytes of an unsigned one. */
    creation: async (by, name, symbol, denomination) => {
      const rights = new MintOutput(OutputOwners.fromNative([by.raw], 0n, 1))
      const created = new avmSerial.CreateAssetTx(
        await paid(by),
        new Stringpr(name),
        new Stringpr(symbol),
        new Byte(Uint8Array.of(denomination)),
        [new avmSerial.InitialState(new Int(0), [rights])],
      )
      return manager.packCodec(created)
    },
    /**
     * Returns the bytes of an unsigned transaction that spends all outputs of the owner and returns them minus
     * the fee.
     */
    base: async (owner) => manager.packCodec(new avmSerial.BaseTx(await paid(owner))),
    /** Returns the bytes that the library writes for an unsigned transaction that it parsed. */
    rewritten: (bytes) => manager.packCodec(manager.unpackTransaction(bytes)),
    sign: (bytes, key) => secp256k1.sign(bytes, key),
    issue: async (tx) => (await api.issueTx({ tx })).txID,
  }
}
