// Names of methods are no words. cspell:ignoreRegExp /^[\w./$]+: /gm
/** Words by which readers look for methods of the Ethereum JSON-RPC API. A method on each line. */
export const ethereum = `
eth_accounts: wallet addresses, my accounts, addresses that the node controls, available signers, which keys are unlocked, default account
eth_baseFee: current base fee, burned fee per gas, minimum price of the next block, next block fee, eip-1559 base fee
eth_blobBaseFee: blob gas price, price of blobs, data availability fee, rollup data cost, eip-4844
eth_blockNumber: current block, latest block, latest block number, block height, chain height, head, tip of the chain, how far is the chain, newest block, best block, most recent block number
eth_call: read contract, view function, call contract, query contract, dry run, read contract state, static call, free read, erc20 balance, token balance, token name, token decimals, allowance of a token, pure function, execute without a transaction, read without paying, execute locally, smart contract getter, multicall
eth_callDetailed: gas used by a call, revert data of a call
eth_callMany: several calls, bundle of calls, batch simulation
eth_capabilities: available history, how far back history goes, oldest block that is stored, is this an archive node, pruned data, retention, history expiry
eth_chainId: which chain, network, chain identifier, mainnet or testnet, network identifier, eip-155, replay protection id, is this mainnet, wrong network
eth_coinbase: fee recipient, who gets the fees, miner address, block reward address, etherbase, mining address, beneficiary
eth_config: fork configuration, active fork, next fork, hard fork schedule, precompiles, system contracts, eip-7910
eth_createAccessList: eip-2930, access list, storage slots that a transaction touches, warm storage, prewarm slots, save gas on storage access, touched addresses
eth_decodeRawTransaction: decode transaction, parse raw transaction
eth_estimateGas: gas limit, how much gas, cost of a transaction, transaction cost, gas needed, gas units, how expensive is a call, predict gas, computation needed, will it fail, cost before sending
eth_etherbase: fee recipient, miner address, coinbase
eth_feeHistory: past fees, gas history, fee trend, gas chart, fee statistics, past base fees, priority fees of recent blocks, percentiles, historical gas price, fee oracle, how did fees change
eth_fillTransaction: complete a transaction, default gas and nonce, prepare a transaction, fill in missing fields, build a transaction
eth_gasPrice: gas cost, fee per gas, current gas price, gwei, network fee now, price of gas, how expensive is the network, legacy fee, gas tracker
eth_getBalance: account balance, ether, funds, how much, wallet balance, balance of an address, native balance, coins of an account, how much ether has an account, how much eth do i have, money of a wallet, is the account funded, wei
eth_getBlockByHash: block by hash, block of a hash, block details by hash, find a block from its hash, specific block
eth_getBlockByNumber: block, block details, get block, block at a height, latest block with transactions, block contents, timestamp of a block, gas used by a block, transactions in a block, when was a block made, finalized block, safe block, pending block, genesis block, block explorer
eth_getBlockReceipts: all receipts of a block, receipts in one call, status of all transactions in a block, batch of receipts, index a block
eth_getBlockTransactionCountByHash: number of transactions in a block by hash, how many transactions in a block by hash
eth_getBlockTransactionCountByNumber: number of transactions in a block, how many transactions in a block, block size in transactions, is a block empty
eth_getCode: bytecode, contract code, is contract, contract bytecode, smart contract code, is this address a contract, contract or wallet, deployed code, program at an address, runtime code, verify a deployment
eth_getFilterChanges: poll, new events since the last poll, poll a filter, updates of a filter, new logs, what is new
eth_getFilterLogs: all logs of a filter, matching logs of a filter
eth_getHeaderByHash: block header by hash, header without transactions
eth_getHeaderByNumber: block header, header at a height, header without transactions
eth_getLogs: events, event logs, contract events, history of events, past events, search events, token transfers, transfer events, erc20 transfers, nft transfers, index a contract, filter by topic, events of a contract between blocks, emitted events, mint history
eth_getProof: merkle proof, account proof, storage proof, state proof, verify state, light client, trustless read, eip-1186, prove a balance, proof of storage, patricia trie
eth_getRawTransactionByHash: raw transaction, signed bytes, rlp of a transaction, encoded transaction by hash
eth_getStorageAt: contract storage, storage slot, state variable, read a private variable, raw contract state, contract memory, proxy implementation slot, value of a slot, contract variable
eth_getStorageValues: several storage slots, batch of slots, many slots at once
eth_getTransactionByBlockHashAndIndex: transaction at a position in a block by hash, nth transaction of a block by hash
eth_getTransactionByBlockNumberAndIndex: transaction at a position in a block, nth transaction of a block, first transaction of a block
eth_getTransactionByHash: find transaction, look up transaction, transaction details, get transaction, transaction by hash, transaction by id, search by tx hash, calldata of a transaction, input data, who sent a transaction, what did a transaction send, is a transaction pending, tx info
eth_getTransactionBySenderAndNonce: transaction of a nonce
eth_getTransactionCount: nonce, next nonce, number of transactions, account nonce, sequence number, how many transactions did an account send, which nonce to use, pending nonce, wallet transaction counter
eth_getTransactionReceipt: transaction status, is transaction confirmed, transaction result, confirmations, contract address of a deployment, receipt, did the transaction succeed, was it mined, gas used by a transaction, logs of a transaction, wait for confirmation, failed or success, effective gas price, fee paid, how much did a transaction cost, address of a new contract, did my payment go through, events of a transaction, transaction outcome
eth_getUncleByBlockHashAndIndex: uncle block by hash, ommer by hash, stale block
eth_getUncleByBlockNumberAndIndex: uncle block, ommer, stale block, orphan block
eth_getUncleCountByBlockHash: number of uncles by hash, ommers by hash, how many uncles
eth_getUncleCountByBlockNumber: number of uncles, ommers, how many uncles, orphans
eth_getWork: work for miners, proof of work, mining job, seed hash, getwork
eth_hashrate: hash rate, mining speed, hashes per second, mining power
eth_maxPriorityFeePerGas: tip, priority fee, miner tip, eip-1559, suggested tip, tip for miners, how much to tip, faster inclusion, bribe for the block producer, incentive
eth_mining: is mining, is the miner running, mining status, does the node mine, is mining on
eth_newBlockFilter: new blocks filter, poll for blocks, notify of new blocks over http, new heads without websocket, watch blocks by polling, block arrivals
eth_newFilter: log filter, create log filter, event filter, poll for events, watch contract events by polling, track events over http
eth_newPendingTransactionFilter: pending transaction filter, poll for pending transactions, watch the mempool by polling, new unconfirmed transactions
eth_pendingTransactions: pending transactions, unconfirmed transactions, my pending transactions, not yet mined, waiting transactions of my accounts
eth_protocolVersion: protocol version, wire protocol, ethereum protocol
eth_resend: speed up a transaction, replace a transaction, cancel a transaction, raise the fee, stuck transaction, bump the gas price, unstick, accelerate
eth_sendBundle: bundle, mev, flashbots, private transactions
eth_sendPrivateTransaction: private transaction, protect from front running, mev protection
eth_sendRawTransaction: broadcast transaction, broadcast signed transaction, submit transaction, publish transaction, deploy contract, push transaction, send signed transaction, relay transaction, offline signed transaction, propagate, send a signed hex, post transaction
eth_sendRawTransactionSync: send and wait, send and wait for the receipt, wait until mined in one call, synchronous send, confirmed in one request
eth_sendTransaction: transfer, send ether, send money, pay someone, sign and send, make a payment, transfer eth, call a contract method that writes, write to a contract, let the wallet send
eth_sendUserOperation: submit user operation, account abstraction, smart account transaction, erc-4337, gasless transaction
eth_estimateUserOperationGas: gas of a user operation, account abstraction gas, erc-4337 gas
eth_getUserOperationByHash: find user operation, user operation details
eth_getUserOperationReceipt: result of a user operation, was the user operation included, status of a user operation
eth_supportedEntryPoints: entry point contracts, entrypoint address, account abstraction version
eth_sign: sign message, sign data, sign with my key, message signature, prove ownership of an address, sign text
eth_signTransaction: sign offline, sign without sending, signed raw transaction, sign only
eth_signTypedData: eip-712, typed data, structured data signature
eth_signTypedData_v3: eip-712, typed data, structured data signature
eth_signTypedData_v4: eip-712, typed data, sign structured data, permit signature, gasless approval, sign an order, login signature
eth_simulateV1: simulate, simulate transactions, bundle, multi-call simulation, preview transactions, what if, state overrides, test several calls, bundle dry run, asset changes, multicall
eth_submitHashrate: report hash rate, send mining speed
eth_submitWork: submit proof of work, send mining solution, found nonce
eth_subscribe: websocket, events in real time, listen, new heads, stream, live blocks, push notifications, realtime updates, watch new blocks, watch logs, pending transactions stream, get notified, subscribe to new blocks, subscribe to events
eth_syncing: sync status, is synced, sync progress, is the node in sync, catching up, how far behind, blocks left to download, sync percentage, is the node up to date
eth_uninstallFilter: delete filter, remove a filter, stop polling, stop watching, close filter, clean up a filter
eth_unsubscribe: stop a subscription, cancel a subscription, stop listening, end notifications, close a stream
eth_requestAccounts: connect wallet, connect a dapp, login with wallet, ask for accounts, request access to accounts, user address
eth_getEncryptionPublicKey: encryption key of a user, public key for messages
eth_decrypt: decrypt message
eth_getAccount: account state, nonce and balance of an account
eth_suggestPriceOptions: recommended fees, slow and fast fees, suggested gas price, fee suggestions, fee options
net_listening: accepts connections, is listening, is the node reachable, accepts incoming peers, network up
net_peerCount: number of peers, connections, how many peers, is the node connected, connected nodes, isolated node
net_version: network id, which network, mainnet or testnet, network version
web3_clientVersion: client version, node software, which client, geth version, software version, what does the node run, user agent
web3_sha3: keccak, keccak256, hash data, hash function, hash a string, checksum of data, function selector, event topic hash
rpc_modules: available namespaces, enabled apis, which modules are on, supported api groups, is debug enabled
rpc.discover: openrpc document, api description, list of methods, self-description, introspection
txpool_content: mempool, pool, waiting transactions, pending and queued, all pending transactions, list the mempool, unconfirmed transactions, dump of the mempool, transactions not yet in a block
txpool_contentFrom: pending transactions of an address, queued transactions of one sender, mempool of an account, stuck transactions of an account
txpool_inspect: mempool summary, readable mempool, pending transactions as text, short view of the pool
txpool_status: mempool size, number of pending transactions, how many transactions are waiting, congestion, backlog, pool counts
personal_ecRecover: verify signature, recover signer, who signed a message, check a signature, address from a signature, signer of a message, validate a signed login
personal_importRawKey: import private key, add a private key, load a private key, restore an account, add an existing account
personal_listAccounts: list accounts, local accounts, accounts with keys on the node
personal_listWallets: wallets of the node, hardware wallets, keystore files, locked or unlocked wallets, connected ledgers
personal_lockAccount: lock account, forget the key, protect an account, disable signing
personal_newAccount: create account, create wallet, generate address, new address, new key pair, new wallet
personal_sendTransaction: send with a passphrase, send with password, sign and send from a locked account, one-time unlock
personal_sign: sign message, sign with a passphrase, sign text, sign in with ethereum, prove ownership, login message, message signature
personal_signTransaction: sign with a passphrase, sign from a locked account without sending
personal_unlockAccount: unlock account, unlock with a passphrase, authentication needed, enter password, decrypt a key, allow signing for a time
personal_openWallet: ledger, trezor, hardware wallet, connect a hardware wallet, usb wallet
personal_deriveAccount: derivation path, hd wallet, next address of a hardware wallet, bip-32, bip-44
personal_initializeWallet: set up a smart card, new smart card, initialize status keycard
personal_unpair: remove a smart card, delete the pairing, disconnect smart card
admin_addPeer: connect to a peer, add node, static peer, enode
admin_removePeer: disconnect a peer, drop a node
admin_addTrustedPeer: trusted peer, reserved slot
admin_peers: connected peers, peer list, who is connected
admin_nodeInfo: enode, node identity, node information, own address
admin_datadir: data folder, where is the chain stored
admin_changeLogLevel: log level, verbosity, debug logs
admin_generateLogBloomCache: log bloom, speed up log search
admin_logsRepairCache: repair log cache
admin_startHTTP: turn on http, start http server
admin_stopHTTP: turn off http
admin_startWS: turn on websocket server
admin_stopWS: turn off websocket server
miner_start: start mining, turn on mining, begin to mine
miner_stop: stop mining, turn off mining, pause mining
miner_setEtherbase: reward address, change the fee recipient
miner_setGasPrice: minimum gas price of the miner
miner_changeTargetGasLimit: block gas limit, target gas limit
miner_setExtra: extra data of blocks
wallet_addEthereumChain: add network, add a chain to a wallet, custom network, add network to metamask, custom rpc
wallet_switchEthereumChain: switch network, change network, select a chain, wrong network, move a wallet to another chain
wallet_watchAsset: add token, show token in wallet, track a token, import a token
wallet_getPermissions: permissions of a dapp, what may a site access, granted permissions
wallet_requestPermissions: ask for permission, request access, choose accounts
wallet_revokePermissions: disconnect a dapp, remove permissions, log out, forget a site
wallet_getCapabilities: wallet features, does the wallet support batches, paymaster support, eip-5792
wallet_sendCalls: batch transactions, several calls at once, bundle calls, atomic batch, approve and swap in one, eip-5792
wallet_getCallsStatus: status of a batch, was the batch confirmed, receipts of a batch, eip-5792
wallet_showCallsStatus: show a batch in the wallet, display the status of a batch, eip-5792
wallet_registerOnboarding: onboarding, install wallet
wallet_scanQRCode: scan qr code
engine_exchangeCapabilities: supported engine methods, handshake, consensus client capabilities, negotiate versions
engine_exchangeTransitionConfigurationV1: transition configuration, the merge, terminal total difficulty
engine_forkchoiceUpdatedV1: set head, update fork choice, start building a block, finalized and safe head
engine_forkchoiceUpdatedV2: set head, update fork choice, start building a block, withdrawals, shanghai
engine_forkchoiceUpdatedV3: set head, update fork choice, start building a block, beacon root, cancun
engine_getBlobsV1: blobs from the pool, blobs by versioned hash, blob sidecars
engine_getBlobsV2: cell proofs, blobs from the pool, peerdas
engine_getClientVersionV1: execution client version, client identification
engine_getPayloadBodiesByHashV1: block bodies by hash, history for the consensus client
engine_getPayloadBodiesByRangeV1: range of block bodies, bodies by number
engine_getPayloadV1: built block, fetch a payload, block to propose
engine_getPayloadV2: built block, fetch a payload, block value, shanghai
engine_getPayloadV3: built block, fetch a payload, blobs bundle, cancun
engine_getPayloadV4: built block, fetch a payload, execution requests, prague
engine_getPayloadV5: built block, fetch a payload, cell proofs, osaka
engine_newPayloadV1: execute payload, import a block, validate a block from the consensus client
engine_newPayloadV2: import a block, validate a block, withdrawals, shanghai
engine_newPayloadV3: import a block, validate a block, blob versioned hashes, cancun
engine_newPayloadV4: import a block, validate a block, execution requests, prague
engine_getPayload: built block, fetch a payload, block to propose
engine_newPayload: execute payload, import a block, validate a block from the consensus client
engine_forkchoiceUpdated: set head, update fork choice, start building a block
engine_getBlobs: blobs from the pool, blobs by versioned hash, cell proofs
engine_getPayloadBodiesByHash: block bodies by hash, history for the consensus client
engine_getPayloadBodiesByRange: range of block bodies, bodies by number
ibft_getValidatorsByBlockNumber: validators of a block, who validates
ibft_getValidatorsByBlockHash: validators of a block by hash
ibft_proposeValidatorVote: add a validator, vote for a validator, remove a validator by vote
ibft_discardValidatorVote: take back a vote, cancel a vote
ibft_getPendingVotes: open votes, current proposals
ibft_getSignerMetrics: blocks by validator, which validator is offline
net_enode: own address, enode url
net_services: enabled services, ports of the node
priv_call: read a private contract
priv_createPrivacyGroup: new group of private participants
priv_deletePrivacyGroup: remove a private group
priv_findPrivacyGroup: groups of participants, look up a private group
priv_distributeRawTransaction: share a private transaction with participants
priv_getCode: bytecode of a private contract
priv_getPrivateTransaction: private transaction details
priv_getTransactionReceipt: result of a private transaction
priv_getTransactionCount: nonce of a private transaction
txpool_besuPendingTransactions: pending transactions, mempool with filters
txpool_besuStatistics: mempool size, local and remote transactions
txpool_besuTransactions: mempool, list of pending transactions
debug_batchSendRawTransaction: send several signed transactions
debug_getRawBlockAccessList: encoded access list of a block
eth_getBlockAccessList: addresses and slots that a block touches
engine_getInclusionListV1: inclusion list, censorship resistance, forced transactions
clique_getSigners: authorized signers, proof of authority
clique_propose: vote for a signer
clique_discard: discard a vote for a signer
`
