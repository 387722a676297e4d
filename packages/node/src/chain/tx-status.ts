/** Where a transaction is. */
export type TxStatus<Tx, Accepted> =
  | { readonly kind: 'accepted'; readonly accepted: Accepted }
  | { readonly kind: 'pending'; readonly tx: Tx }
  /** Acknowledged, then dropped because of an error. */
  | { readonly kind: 'dropped'; readonly error: Error }
  | { readonly kind: 'unknown' }

/** Resolves to the status of a transaction. `find` looks the transaction up among the accepted ones. */
export type FindTx<ID, Tx> = <Accepted>(
  id: ID,
  find: () => Promise<Accepted | undefined>,
) => Promise<TxStatus<Tx, Accepted>>
