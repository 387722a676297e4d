/** Other development chains have the same path for WebSockets as for HTTP. */
export const devPaths: Readonly<Record<string, string>> = { '/ext/bc/C/rpc': '/ext/bc/C/ws' }

/** Names that Anvil and Ganache have for methods of the documents, by their own name. */
export const devAliases: Readonly<Record<string, string>> = {
  anvil_increaseTime: 'evm_increaseTime',
  anvil_mine_detailed: 'evm_mine_detailed',
  anvil_revert: 'evm_revert',
  anvil_setBlockGasLimit: 'evm_setBlockGasLimit',
  anvil_setNextBlockTimestamp: 'evm_setNextBlockTimestamp',
  anvil_setTime: 'evm_setTime',
  anvil_snapshot: 'evm_snapshot',
  evm_setAccountBalance: 'anvil_setBalance',
  evm_setAccountCode: 'anvil_setCode',
  evm_setAccountNonce: 'anvil_setNonce',
  evm_setAccountStorageAt: 'anvil_setStorageAt',
}
