import { txDecoders } from '../chain/decoded-tx.ts'
import { PlatformTx } from '../codec/p-chain.ts'
import { SecpCredential } from '../codec/structures.ts'

export const { parseTx, storedTx, txOf } = txDecoders(PlatformTx, SecpCredential)

export type Tx = ReturnType<typeof parseTx>
