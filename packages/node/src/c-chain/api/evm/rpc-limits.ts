export interface RpcLimits {
  readonly gasCap: bigint
  /** Maximum number of blocks of a log query. */
  readonly logRange: bigint
  /** Maximum number of logs in a response. */
  readonly logCount: number
  /** Maximum fee of a sent transaction in wei; 0 disables the limit. */
  readonly feeCap: bigint
}
