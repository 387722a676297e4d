// Names of methods are no words. cspell:ignoreRegExp /^[\w./$]+: /gm
/** Words by which readers look for methods of Ethereum development nodes. A method on each line. */
export const ethereumDevelopment = `
evm_mine: mine a block, produce a block, make a block, force a block, next block now, seal a block
evm_mine_detailed: mine blocks and return them, blocks with revert reasons, mine and inspect
evm_snapshot: save the state, checkpoint, take a snapshot, remember the state, before each test
evm_revert: restore a snapshot, reset the state, go back to a snapshot, undo changes, clean up after a test
evm_increaseTime: add seconds to the clock, time travel, skip time, fast forward, warp, wait in tests
evm_setTime: change the time, set the clock, fake date, jump to a date
evm_setNextBlockTimestamp: timestamp of the next block, fix the next block time, warp to a timestamp
evm_setAutomine: automatic mining, instant blocks, turn off mining, mine each transaction, pause mining
evm_setIntervalMining: block time, mine periodically, a block every few seconds, block interval, mining timer
evm_setBlockGasLimit: block gas limit, bigger blocks, raise the gas limit, gas cap of blocks
eth_sendUnsignedTransaction: send from any address, send without signature, transaction without key
anvil_mine: mine blocks, mine several blocks, skip blocks, jump ahead many blocks, advance block number
hardhat_mine: mine many blocks, skip blocks, jump ahead many blocks, advance block number
anvil_getAutomine: is automine on, is mining automatic, mining mode, are blocks instant
hardhat_getAutomine: is automine on, is mining automatic
anvil_getIntervalMining: block time, seconds between blocks, mining interval setting, how often are blocks made
anvil_setAutomine: automatic mining, instant blocks, turn off mining, stop instant mining
anvil_setIntervalMining: block time, mine periodically, a block every few seconds, block interval
anvil_setBalance: give ether, change a balance, set eth balance, free money, make an account rich, fund account, cheat balance
hardhat_setBalance: give ether, change a balance, set eth balance, fund account
anvil_addBalance: give ether, top up, increase a balance, add funds
anvil_setCode: replace contract code, change bytecode, put code at an address, mock a contract, inject bytecode, etch
hardhat_setCode: replace contract code, change bytecode, mock a contract
anvil_setNonce: change the nonce, reset the nonce, set transaction count
hardhat_setNonce: change the nonce, reset the nonce
anvil_setStorageAt: change contract storage, write storage, overwrite a variable, edit contract state, store, manipulate a slot
hardhat_setStorageAt: change contract storage, write storage, overwrite a variable
anvil_dealERC20: test tokens, give tokens, mint tokens, erc20 balance, fake token balance, usdc for tests
anvil_setERC20Allowance: approve tokens, token approval, set allowance, spender limit
anvil_setCoinbase: change the fee recipient, set miner address, block beneficiary
hardhat_setCoinbase: change the fee recipient, set miner address
anvil_setMinGasPrice: minimum gas price, lowest accepted gas price, free gas, zero gas price
hardhat_setMinGasPrice: minimum gas price, lowest accepted gas price
anvil_setNextBlockBaseFeePerGas: change the base fee, base fee of the next block, cheap gas in tests, zero base fee
hardhat_setNextBlockBaseFeePerGas: change the base fee, base fee of the next block
anvil_setBlockTimestampInterval: time between blocks, fixed block timestamps, seconds added per block
anvil_removeBlockTimestampInterval: stop fixed block timestamps, normal block times again, real time again
hardhat_setBlockTimestampInterval: time between blocks, milliseconds between blocks
anvil_impersonateAccount: act as another account, send as any address, prank, pretend to be a whale, use an account without its key, transaction from someone else
hardhat_impersonateAccount: act as another account, send as any address, prank, whale
anvil_stopImpersonatingAccount: stop acting as another account, end impersonation, stop prank
hardhat_stopImpersonatingAccount: stop acting as another account, end impersonation
anvil_autoImpersonateAccount: impersonate all accounts, impersonate everyone, no keys needed, any sender
anvil_reset: fork mainnet, fork a chain, start over, clean state, restart the chain, fork at a block, wipe the chain
hardhat_reset: fork mainnet, fork a chain, start over, clean state
anvil_rollback: undo blocks, remove blocks, rewind blocks, go back some blocks, delete last blocks
anvil_reorg: chain reorganization, simulate a reorg, replace blocks, test reorg handling, fork the tip
anvil_setRpcUrl: fork url, change the upstream node, other backend, archive endpoint of a fork
anvil_dropTransaction: remove from the mempool, cancel a transaction, delete a pending transaction
hardhat_dropTransaction: remove from the mempool, cancel a transaction, delete a pending transaction
anvil_dropAllTransactions: clear the mempool, empty the pool, wipe pending transactions, flush the mempool
anvil_removePoolTransactions: remove the transactions of an account from the pool, clear the mempool of a sender, drop transactions of one address
anvil_dumpState: export the state, save to a file, back up the dev chain, serialize the chain
anvil_loadState: import the state, restore a dump, load a saved chain, continue from a file
anvil_setLoggingEnabled: turn logs on or off, quiet node, console output
hardhat_setLoggingEnabled: turn logs on or off, quiet node
anvil_nodeInfo: node settings, fork configuration, environment of the next block, hardfork of the dev node
anvil_metadata: fork details, client version of the dev node, instance id, which chain is forked
hardhat_metadata: fork details, client version, instance id
anvil_setChainId: change the chain id
hardhat_setPrevRandao: randomness, prevrandao, difficulty, random value of the next block, fake randomness
`
