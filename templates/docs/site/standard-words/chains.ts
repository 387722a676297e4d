// Names of methods are no words. cspell:ignoreRegExp /^[\w./$]+: /gm
/** Words by which readers look for methods of node software that many chains share. A method on each line. */
export const chains = `
getbestblockhash: latest block, tip of the chain, newest block hash, head hash, last block id
getblock: block details, block contents, transactions in a block, block by hash, size of a block
getblockchaininfo: chain information, mainnet or testnet, is it synced, sync progress, is the node pruned, verification progress, which network, soft forks, chain state, initial block download
getblockcount: current block, block height, latest block number, how many blocks, chain height, tip height, chain length
getblockfilter: compact filter, bip-157, light client filter, neutrino
getblockhash: block hash at a height, height to hash, block id by number, hash of block number
getblockheader: block header, merkle root, header without transactions, timestamp of a block
getblockstats: block statistics, average fee of a block, fees of a block, median fee, fee percentiles of a block, total fees, utxo change
getblocktemplate: mining job, mine a block, work for miners, mining pool, build a block
getchaintips: forks, stale branches, orphan blocks, competing chains, branches, reorgs
getchaintxstats: transaction rate, transactions per second, throughput, total number of transactions, tps, payments per day
getconnectioncount: number of peers, how many peers, connections, is the node connected
getdifficulty: mining difficulty, how hard is mining, proof of work target
getindexinfo: is the index synced, status of indices, txindex
getinfo: node information, version and balance
getmemoryinfo: memory usage, ram, locked memory
getmempoolancestors: unconfirmed parents, parents in the mempool, dependencies of an unconfirmed transaction, chain of unconfirmed transactions, cpfp parents
getmempooldescendants: unconfirmed children, children in the mempool, who spends an unconfirmed output, dependent transactions, cpfp children
getmempoolentry: one unconfirmed transaction, fee of an unconfirmed transaction, is a transaction in the mempool, pending transaction details
getmempoolinfo: mempool size, congestion, how full is the mempool, minimum fee, number of unconfirmed transactions, backlog, how busy is the network
getmininginfo: mining status, hash rate, mining statistics
getnettotals: network traffic, bytes sent and received, bandwidth
getnetworkhashps: hash rate, network hash rate, mining power
getnetworkinfo: node version, network state, relay fee, services, local addresses
getnewaddress: receive address, new deposit address, generate address
getpeerinfo: connected peers, peer list, ping times, who is connected
addnode: connect to a peer, add a peer
disconnectnode: disconnect a peer, drop a peer
setban: ban a peer, block an ip
listbanned: banned peers
getrawmempool: unconfirmed transactions, pending transactions, list the mempool, waiting transactions, transaction ids in the mempool
getrawtransaction: transaction by id, look up a transaction, transaction details, confirmations of a transaction, find a transaction, tx info, raw transaction hex, is a transaction confirmed
decoderawtransaction: decode a transaction, parse transaction hex, readable transaction, inspect inputs and outputs, what does a raw transaction do
decodescript: parse a script, disassemble script, readable script, opcodes, op_return, what does a script do, p2sh address of a script
createrawtransaction: build a transaction, unsigned transaction, assemble inputs and outputs
signrawtransactionwithkey: sign a transaction with a private key
signrawtransactionwithwallet: sign a transaction with the wallet
sendrawtransaction: broadcast a transaction, publish a transaction, push a transaction, submit signed transaction, relay, send a payment
testmempoolaccept: would a transaction be accepted, check before broadcasting, validate without sending, dry run, is a transaction valid
submitpackage: package relay, parent and child together, cpfp, bump a fee with a child, several transactions together
submitblock: submit a mined block
gettxout: is an output spent, unspent output, check a coin, utxo details, has a coin been spent, value of an output
gettxoutproof: merkle proof, spv proof, prove that a transaction is in a block, proof of inclusion
verifytxoutproof: verify a merkle proof, check spv proof
gettxoutsetinfo: total supply, coins in circulation, utxo set statistics, number of unspent outputs, how many bitcoins exist
gettxspendingprevout: who spends an output, find the spending transaction, double spend
estimatesmartfee: fee rate, recommended fee, fee for fast confirmation, how much fee, estimate fee, confirmation target, satoshi per byte
estimaterawfee: fee rate, raw fee statistics
validateaddress: is an address valid, check an address, address type, typo in an address
verifymessage: check a signature, verify a signed message, prove ownership of an address
signmessage: sign a message, prove ownership of an address
signmessagewithprivkey: sign a message with a private key
verifychain: check the database, is the chain corrupt
uptime: how long is the node running, running time
stop: shut down the node, turn off
help: list commands, usage
getbalance: wallet balance, my money
listunspent: my coins, unspent outputs, spendable coins
listtransactions: wallet history, my payments
sendtoaddress: send coins, pay someone, transfer
getAccountInfo: account data, account details, owner of an account, does an account exist, raw account data
getBalance: account balance, wallet balance, how much money, funds, how many coins do i have
getBlock: block details, transactions in a block, block at a slot, block contents
getBlockCommitment: votes for a block, stake that voted
getBlockHeight: current block, chain height, number of blocks
getBlockProduction: skipped slots, blocks by validator, missed blocks, validator performance, leader slots
getBlocks: list of blocks, confirmed blocks in a range
getBlocksWithLimit: next blocks, a number of blocks from a slot
getBlockTime: time of a block, when was a block produced, date of a block, timestamp of a slot
getClusterNodes: nodes of the network, peers, list of nodes, ip addresses of nodes, gossip, rpc nodes
getEpochInfo: current epoch, when does the epoch end, progress of the epoch, slots left in the epoch
getEpochSchedule: epoch length, slots per epoch, warmup
getFeeForMessage: transaction fee, cost of a transaction, estimate fee, how much will it cost
getFirstAvailableBlock: oldest block, how far back is history, first block that is kept, pruned history
getGenesisHash: which cluster, mainnet or devnet, chain identifier, genesis
getHealth: is the node healthy, is the node behind, node status, health check, is the node in sync
getHighestSnapshotSlot: newest snapshot, snapshot of the node
getIdentity: public key of the node, node id, validator identity
getInflationGovernor: inflation parameters, inflation schedule, initial and terminal inflation
getInflationRate: current inflation, yearly inflation, staking yield
getInflationReward: staking rewards, rewards of an epoch, earned by staking, validator rewards, how much did i earn
getLargestAccounts: whales, richest accounts, biggest holders, top accounts
getLatestBlockhash: recent blockhash, blockhash for a new transaction, last valid block height, nonce for a new transaction, before signing
getLeaderSchedule: who produces blocks, upcoming leaders, leader slots of a validator, next block producers
getMaxRetransmitSlot: retransmit stage
getMaxShredInsertSlot: shreds
getMinimumBalanceForRentExemption: rent, cost to store data, cost of an account, minimum balance of an account, deposit for a new account, rent-free
getMultipleAccounts: several accounts at once, batch of accounts, many accounts
getProgramAccounts: accounts of a program, all accounts owned by a program, contract accounts, every pda, filter accounts, memcmp
getRecentPerformanceSamples: transactions per second, tps, network speed, throughput, slots per minute
getRecentPrioritizationFees: priority fee, tip, fee for faster inclusion, compute unit price, fee market
getSignaturesForAddress: transaction history of an address, transactions of a wallet, activity of an address, past transactions, account history
getSignatureStatuses: is a transaction confirmed, transaction status, did my transaction land, confirmations, was it finalized
getSlot: current slot, latest slot, newest slot
getSlotLeader: who produces the block now, current leader, current block producer
getSlotLeaders: next leaders, upcoming block producers
getStakeMinimumDelegation: minimum stake, least amount to stake, smallest delegation
getSupply: total supply, circulating supply, how many coins exist
getTokenAccountBalance: balance of a token account, spl token balance, usdc balance, how many tokens in an account
getTokenAccountsByDelegate: delegated token accounts, approved spender, token approvals
getTokenAccountsByOwner: tokens of a wallet, all token balances, portfolio, which tokens do i own, spl tokens of an owner, nfts of a wallet
getTokenLargestAccounts: biggest token holders, top holders of a token, token whales
getTokenSupply: token supply, how many tokens exist, total supply of a token
getTransaction: transaction details, look up a transaction, find a transaction, transaction by signature, logs of a transaction, tx info
getTransactionCount: total number of transactions, all transactions since genesis, ledger size
getVersion: software version, node version, which release
getVoteAccounts: validators, list of validators, stake of validators, delinquent validators, active stake, commission
isBlockhashValid: has a blockhash expired, has my transaction expired, is the blockhash still usable
minimumLedgerSlot: oldest slot, how far back is the ledger
requestAirdrop: faucet, free coins, test sol, get devnet sol, test funds
sendTransaction: submit a transaction, broadcast a transaction, send coins, send signed transaction, publish a transaction
simulateTransaction: dry run, test a transaction, preview a transaction, compute units used, will it fail
accountSubscribe: watch an account, notify of balance changes
logsSubscribe: watch logs, stream logs, program events
signatureSubscribe: notify when a transaction is confirmed
slotSubscribe: watch slots
starknet_addDeclareTransaction: declare a class, upload contract code, publish a class
starknet_addDeployAccountTransaction: create account, deploy an account
starknet_addInvokeTransaction: send a transaction, execute a contract, write to a contract, transfer tokens
starknet_blockHashAndNumber: latest block, current block hash, head
starknet_blockNumber: current block, latest block, chain height, head
starknet_call: read contract, view function, query contract, token balance, balance of an account, read without a transaction
starknet_chainId: which chain, network, mainnet or testnet
starknet_estimateFee: transaction fee, cost of a transaction, gas needed, how much will it cost
starknet_estimateMessageFee: cost of a message from layer 1, l1 to l2 fee
starknet_getBlockTransactionCount: number of transactions in a block, how many transactions
starknet_getBlockWithReceipts: block with receipts, all results of a block
starknet_getBlockWithTxHashes: block, block header, transaction hashes of a block
starknet_getBlockWithTxs: block with transactions, full block, transactions of a block
starknet_getClass: contract code, class definition, abi, source of a class
starknet_getClassAt: contract code, code at an address, abi of a contract, bytecode
starknet_getClassHashAt: class of a contract, implementation of a contract, contract version
starknet_getEvents: event logs, contract events, token transfers, search events
starknet_getMessagesStatus: messages from layer 1, l1 to l2 message status
starknet_getNonce: next nonce, number of transactions, account nonce
starknet_getStateUpdate: state changes, state diff of a block, storage changes
starknet_getStorageAt: contract storage, storage slot, state variable
starknet_getStorageProof: merkle proof, storage proof, verify state
starknet_getTransactionByBlockIdAndIndex: transaction at a position in a block, nth transaction
starknet_getTransactionByHash: find transaction, transaction details, look up a transaction
starknet_getTransactionReceipt: transaction result, fee paid, events of a transaction, did it succeed, gas used
starknet_getTransactionStatus: is a transaction accepted, transaction status, finality, did it succeed, rejected or reverted
starknet_simulateTransactions: dry run, preview transactions, test transactions
starknet_specVersion: api version, specification version
starknet_syncing: sync status, is the node in sync, sync progress
starknet_traceBlockTransactions: trace a block, internal calls of a block
starknet_traceTransaction: trace a transaction, internal calls, debug a transaction, call tree
zks_estimateFee: transaction fee, cost of a transaction, layer 2 fee
zks_estimateGasL1ToL2: gas of a deposit, cost of an l1 to l2 transaction
zks_getAllAccountBalances: all tokens of an account, portfolio, token balances
zks_getBlockDetails: block details, batch of a block, when was a block proven
zks_getBridgeContracts: bridge addresses, deposit contract
zks_getBridgehubContract: bridgehub address, shared bridge hub
zks_getBytecodeByHash: contract code by hash, bytecode of a hash
zks_getConfirmedTokens: list of tokens, supported tokens
zks_getFeeParams: fee parameters, pubdata price
zks_getL1BatchBlockRange: blocks of a batch, first and last block of a batch
zks_getL1BatchDetails: batch details, was a batch committed, proven or executed on layer 1
zks_getL1GasPrice: gas price of layer 1, ethereum gas price
zks_getL2ToL1LogProof: withdrawal proof, proof of an l2 to l1 log, finalize a withdrawal
zks_getL2ToL1MsgProof: message proof, proof of an l2 to l1 message
zks_getMainContract: main contract address, diamond proxy, address of the rollup on layer 1
zks_getProof: storage proof, merkle proof, verify state
zks_getRawBlockTransactions: raw transactions of a block
zks_getTestnetPaymaster: paymaster, gasless transactions on testnet
zks_getTransactionDetails: transaction details, was a transaction proven, status on layer 1, fee of a transaction
zks_L1BatchNumber: latest batch, current batch number
zks_L1ChainId: chain of layer 1, which layer 1
status: node status, is the node synced, latest block height, node information, validator key
health: is the node healthy, health check, is the node alive
broadcast_tx_sync: send a transaction, broadcast
broadcast_tx_async: send without waiting, broadcast without waiting
broadcast_tx_commit: send and wait until committed
abci_query: query the application, read state
abci_info: application information, application version
tx_search: search transactions, transactions by event
block_results: events of a block, results of a block
unconfirmed_txs: mempool, pending transactions
num_unconfirmed_txs: mempool size, number of pending transactions
net_info: peers, connected nodes
dump_consensus_state: consensus round, who has voted
chain_getBlock: block details, latest block
chain_getBlockHash: block hash at a height
chain_getHeader: block header, latest header
chain_getFinalizedHead: finalized block, last final block
state_getStorage: storage value, read state
state_getMetadata: runtime metadata, pallets, calls and events
state_getRuntimeVersion: runtime version, spec version
state_call: call a runtime api
author_submitExtrinsic: send a transaction, submit signed transaction
author_pendingExtrinsics: mempool, pending transactions
system_health: is the node healthy, number of peers, is it syncing
system_chain: which chain, name of the chain
system_peers: connected peers
system_version: software version
account_info: account balance, account details, funds
account_tx: transaction history of an account
ledger: ledger contents, block details
server_info: node status, server state, is the node synced
submit: send a transaction
`
