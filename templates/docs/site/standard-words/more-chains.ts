// Names of methods are no words. cspell:ignoreRegExp /^[\w./$]+: /gm
/** Words by which readers look for methods of Filecoin, Sui, Conflux and Portal nodes. A method on each line. */
export const moreChains = `
Filecoin.AuthNew: api token, create a token, jwt, admin token, permissions of a token, log in
Filecoin.AuthVerify: check a token, what may a token do, permissions of a jwt, is a token valid
Filecoin.BeaconGetEntry: randomness beacon, drand entry
Filecoin.ChainExport: make a snapshot, export the chain, snapshot file, car file, back up the chain
Filecoin.ChainGetBlock: block header, block by cid, block details
Filecoin.ChainGetBlockMessages: transactions in a block, messages in a block
Filecoin.ChainGetEvents: events of a receipt, event logs
Filecoin.ChainGetFinalizedTipSet: finalized block, last final tipset, finality
Filecoin.ChainGetGenesis: first block, genesis block
Filecoin.ChainGetMessage: message by cid, transaction details, look up a message
Filecoin.ChainGetMessagesInTipset: messages of a tipset, transactions of a tipset
Filecoin.ChainGetParentMessages: messages of the parent, executed messages
Filecoin.ChainGetParentReceipts: receipts of the parent, exit codes, gas used by messages
Filecoin.ChainGetPath: reorg path, difference between two tipsets
Filecoin.ChainGetTipSet: tipset by key, blocks of a tipset
Filecoin.ChainGetTipSetByHeight: tipset at a height, block at an epoch, tipset at an epoch, blocks at a height
Filecoin.ChainGetTipSetAfterHeight: tipset after a null round, next tipset after an epoch
Filecoin.ChainHasObj: is an object stored, does a cid exist
Filecoin.ChainHead: latest tipset, current epoch, chain height, current block, tip, latest block
Filecoin.ChainNotify: watch the chain, new heads, stream of blocks
Filecoin.ChainReadObj: read an object, raw bytes of a cid, ipld block
Filecoin.ChainSetHead: rewind the chain, set the tip, force a fork
Filecoin.ChainStatObj: size of an object, size of a dag
Filecoin.ChainTipSetWeight: heaviest chain, weight of a tipset
Filecoin.F3GetCertificate: finality certificate of an instance, proof of finality
Filecoin.F3GetLatestCertificate: latest finality certificate, fast finality proof, last finalized
Filecoin.F3GetECPowerTable: power table of expected consensus, voting power
Filecoin.F3GetF3PowerTable: power table of fast finality, voting power
Filecoin.F3GetManifest: configuration of fast finality
Filecoin.F3GetProgress: round of fast finality, current instance
Filecoin.F3IsRunning: is fast finality on
Filecoin.F3ListParticipants: who takes part in fast finality, miners in fast finality
Filecoin.F3Participate: join fast finality
Filecoin.FilecoinAddressToEthAddress: 0x address of a filecoin address, f4 to 0x, f410 as 0x, convert an address, delegated address
Filecoin.EthAddressToFilecoinAddress: filecoin address of a 0x address, 0x to f4, 0x as f410, convert an address
Filecoin.EthGetMessageCidByTransactionHash: cid of a transaction hash, 0x hash to cid, convert a transaction hash
Filecoin.EthGetTransactionHashByCid: transaction hash of a cid, cid to 0x hash, convert a message cid
eth_getMessageCidByTransactionHash: cid of a transaction hash, 0x hash to cid, convert a transaction hash
eth_getTransactionHashByCid: transaction hash of a cid, cid to 0x hash, convert a message cid
Filecoin.GasEstimateFeeCap: maximum fee, fee cap, what fee to offer
Filecoin.GasEstimateGasLimit: gas limit of a message, gas needed
Filecoin.GasEstimateGasPremium: tip, priority fee, premium for miners
Filecoin.GasEstimateMessageGas: cost of a message, estimate gas, fill in gas of a message, gas fee
Filecoin.MarketAddBalance: deposit into the market, escrow, funds for deals
Filecoin.MinerCreateBlock: build a block, mine a block
Filecoin.MinerGetBaseInfo: mining eligibility, may a miner win a block
Filecoin.MpoolBatchPush: send several signed messages
Filecoin.MpoolClear: clear the mempool
Filecoin.MpoolGetConfig: mempool settings, pool limits
Filecoin.MpoolGetNonce: next nonce, nonce of an address, sequence number
Filecoin.MpoolPending: mempool, unconfirmed messages, pending transactions, waiting messages, stuck messages
Filecoin.MpoolPush: send signed message, broadcast a message, publish a signed transaction
Filecoin.MpoolPushMessage: sign and send a message, send fil, pay someone, transfer funds
Filecoin.MpoolSelect: messages for the next block, which messages are included
Filecoin.MpoolSub: watch the mempool
Filecoin.MsigGetAvailableBalance: spendable balance of a multisig, unlocked funds
Filecoin.MsigGetPending: pending proposals of a multisig, transactions that wait for signatures
Filecoin.MsigGetVested: vested amount, unlocked between epochs
Filecoin.MsigGetVestingSchedule: vesting schedule, unlock dates
Filecoin.NetAddrsListen: own address, multiaddress, which port does the node listen on, peer id
Filecoin.NetAgentVersion: software of a peer, version of a peer
Filecoin.NetAutoNatStatus: behind a router, nat, is the node publicly reachable, firewall
Filecoin.NetBandwidthStats: network traffic, bytes sent and received, data usage
Filecoin.NetBlockAdd: ban a peer, block an ip
Filecoin.NetBlockList: banned peers
Filecoin.NetBlockRemove: unban a peer
Filecoin.NetConnect: connect to a peer, dial a peer, add a peer
Filecoin.NetDisconnect: disconnect a peer, drop a peer, hang up
Filecoin.NetFindPeer: address of a peer, look up a peer
Filecoin.NetPeers: connected peers, who am i connected to, list of peers, neighbours
Filecoin.NetProtectAdd: protect a peer, keep a connection
Filecoin.NetProtectList: protected peers
Filecoin.NetProtectRemove: stop protecting a peer
Filecoin.NodeStatus: health of the node, is the node behind, how many peers for messages
Filecoin.Session: session id, has the node restarted
Filecoin.Shutdown: turn off the daemon, stop the node, quit
Filecoin.StartTime: running since, uptime, when was the node started
Filecoin.StateAccountKey: key of an account, public key address of an id address
Filecoin.StateCall: simulate a message, dry run, execute without sending
Filecoin.StateCirculatingSupply: how many coins exist, circulating supply, total fil
Filecoin.StateVMCirculatingSupplyInternal: parts of the supply, burnt, mined and locked coins, circulating supply details
Filecoin.StateCompute: apply messages to a state, recompute a tipset
Filecoin.StateDealProviderCollateralBounds: collateral for a deal, minimum deposit of a provider
Filecoin.StateDecodeParams: decode message params, readable params
Filecoin.StateGetActor: actor details, balance and code of an actor, account state, nonce of an actor
Filecoin.StateGetAllocations: datacap allocations of a client
Filecoin.StateGetClaims: verified claims of a provider
Filecoin.StateGetNetworkParams: network parameters, block time, upgrade heights
Filecoin.StateGetRandomnessFromBeacon: random number, randomness
Filecoin.StateListActors: all actors, every address
Filecoin.StateListMessages: message history of an address, transactions of an address, search messages
Filecoin.StateListMiners: all storage providers, list of miners
Filecoin.StateLookupID: id address of an address, f0 address, short address
Filecoin.StateLookupRobustAddress: robust address of an id, f0 to f1
Filecoin.StateMarketBalance: escrow, funds in the market, locked deal funds
Filecoin.StateMarketDeals: all deals, storage deals, list of contracts
Filecoin.StateMarketParticipants: clients and providers in the market
Filecoin.StateMarketStorageDeal: one deal, deal details, status of a deal
Filecoin.StateMinerActiveSectors: proven sectors, active sectors of a miner
Filecoin.StateMinerAvailableBalance: withdrawable funds of a miner
Filecoin.StateMinerDeadlines: proving windows of a miner, windowpost schedule
Filecoin.StateMinerFaults: failed sectors, faulty sectors, missed windowpost, sectors without proof
Filecoin.StateMinerInfo: storage provider details, owner of a miner, worker address, sector size, peer id of a provider
Filecoin.StateMinerInitialPledgeCollateral: pledge, collateral for a sector, deposit of a miner
Filecoin.StateMinerPartitions: partitions of a deadline
Filecoin.StateMinerPower: storage provider strength, capacity of a miner, raw and quality power, share of the network
Filecoin.StateMinerProvingDeadline: next proof, current windowpost deadline, when to prove
Filecoin.StateMinerRecoveries: recovering sectors
Filecoin.StateMinerSectorAllocated: is a sector number used
Filecoin.StateMinerSectorCount: number of sectors, live and faulty counts
Filecoin.StateMinerSectors: sectors of a miner, list of sectors
Filecoin.StateNetworkName: which network, mainnet or calibration
Filecoin.StateNetworkVersion: protocol version, network upgrade version
Filecoin.StateReadState: state of an actor as json, contract state
Filecoin.StateReplay: replay a message, execution trace, why did a message fail, debug a message
Filecoin.StateSearchMsg: did my message land, find a message on the chain, receipt of a message, exit code, is a message confirmed
Filecoin.StateSectorExpiration: when does a sector end, end of a sector
Filecoin.StateSectorGetInfo: sector details, info on a sector
Filecoin.StateSectorPartition: deadline of a sector
Filecoin.StateSectorPreCommitInfo: precommitted sector
Filecoin.StateVerifiedClientStatus: datacap left, remaining datacap of a client, verified client
Filecoin.StateVerifierStatus: allowance of a notary, datacap of a verifier
Filecoin.StateWaitMsg: wait for a message, wait for confirmation, block until mined
Filecoin.SyncCheckBad: is a block bad, why is a block marked bad
Filecoin.SyncMarkBad: reject a block, ban a block
Filecoin.SyncState: sync status, sync progress
Filecoin.SyncSubmitBlock: submit a mined block, publish a block
Filecoin.Version: node version, software version
Filecoin.WalletBalance: how much fil, funds of an address, account balance, money
Filecoin.WalletDefaultAddress: my address, main account, default wallet
Filecoin.WalletDelete: remove a key, delete an account
Filecoin.WalletExport: back up a key, reveal the private key
Filecoin.WalletHas: do i have the key, is an address in the wallet
Filecoin.WalletImport: import a private key, restore an account
Filecoin.WalletList: my addresses, all accounts, list keys
Filecoin.WalletNew: create an account, new address, generate a key
Filecoin.WalletSetDefault: change the main account, choose the default address
Filecoin.WalletSign: sign data, sign bytes
Filecoin.WalletSignMessage: sign a message without sending, sign a transaction
Filecoin.WalletValidateAddress: is an address valid, check an address
Filecoin.WalletVerify: verify a signature, who signed
sui_getCheckpoint: checkpoint details, block details
sui_getCheckpoints: list of checkpoints, blocks
sui_getLatestCheckpointSequenceNumber: latest checkpoint, current block, chain height
sui_getTotalTransactionBlocks: number of all transactions
sui_getTransactionBlock: transaction details, find a transaction, did the transaction succeed, effects of a transaction
sui_multiGetTransactionBlocks: several transactions at once
sui_getObject: object details, owner of an object, read an object, nft details
sui_multiGetObjects: several objects at once
sui_tryGetPastObject: older version of an object, object history
sui_tryMultiGetPastObjects: older versions of several objects
sui_getChainIdentifier: which chain, mainnet or testnet
sui_getEvents: events of a transaction
sui_getMoveFunctionArgTypes: arguments of a function, param types of a move function
sui_getNormalizedMoveFunction: signature of a function, function definition
sui_getNormalizedMoveModule: module abi, functions of a module
sui_getNormalizedMoveModulesByPackage: contract abi, modules of a package, contract code
sui_getNormalizedMoveStruct: fields of a struct, struct definition
sui_devInspectTransactionBlock: read contract, call a view function, inspect without signing
sui_dryRunTransactionBlock: simulate a transaction, estimate gas, cost of a transaction, preview
sui_executeTransactionBlock: submit a transaction, send signed transaction, broadcast
suix_getAllBalances: all tokens of an address, portfolio
suix_getAllCoins: all coin objects of an address
suix_getBalance: account balance, how much money, funds
suix_getCoinMetadata: token name, symbol and decimals
suix_getCoins: coin objects of one type, coins to spend
suix_getCommitteeInfo: validators of an epoch, voting power
suix_getDynamicFields: children of an object, entries of a table
suix_getDynamicFieldObject: one entry of a table, value of a dynamic field
suix_getLatestSuiSystemState: list of validators, current epoch, staking pools
suix_getOwnedObjects: nfts of an address, what does an address own, objects of a wallet
suix_getReferenceGasPrice: gas price, current fee
suix_getStakes: staked coins of an address, my delegations, staking rewards
suix_getStakesByIds: stake by id
suix_getTotalSupply: total supply of a coin, how many tokens exist
suix_getValidatorsApy: staking yield, returns of validators
suix_queryEvents: search events, contract events, event logs
suix_queryTransactionBlocks: transaction history of an address, search transactions
suix_resolveNameServiceAddress: address of a name, resolve a domain name
suix_resolveNameServiceNames: name of an address, reverse lookup
suix_subscribeEvent: watch events
unsafe_batchTransaction: several actions in one transaction
unsafe_mergeCoins: combine coins, join coins
unsafe_splitCoin: divide a coin, make change
unsafe_splitCoinEqual: divide a coin into equal parts
unsafe_moveCall: call a contract, execute a function
unsafe_pay: pay several people, send coins
unsafe_paySui: send sui to several people
unsafe_payAllSui: send everything, empty a wallet
unsafe_publish: deploy a contract, publish code
unsafe_requestAddStake: stake coins, delegate to a validator
unsafe_requestWithdrawStake: unstake, withdraw stake
unsafe_transferObject: send an nft, give an object to someone
unsafe_transferSui: send sui, pay someone, transfer coins
cfx_call: read contract, view function, execute without sending
cfx_checkBalanceAgainstTransaction: can an account afford a transaction, enough funds, who pays the fees
cfx_clientVersion: node version, software version
cfx_epochNumber: current epoch, latest block, chain height
cfx_estimateGasAndCollateral: gas limit, cost of a transaction, storage deposit of a transaction
cfx_feeHistory: past fees, fee trend
cfx_gasPrice: current gas price, network fee
cfx_getAccount: account details, account state
cfx_getAccountPendingInfo: pending nonce, number of pending transactions
cfx_getAccountPendingTransactions: stuck transactions of an account, why is my transaction pending
cfx_getAccumulateInterestRate: accumulated interest
cfx_getAdmin: owner of a contract, who administers a contract
cfx_getBalance: account balance, funds, how much money
cfx_getBestBlockHash: latest block hash, tip of the chain
cfx_getBlockByBlockNumber: block by number, block at a height
cfx_getBlockByEpochNumber: block of an epoch, pivot block, block details
cfx_getBlockByHash: block by hash, block details
cfx_getBlocksByEpoch: block hashes of an epoch
cfx_getBlockRewardInfo: mining rewards, earnings of miners
cfx_getCode: contract code, bytecode, is this a contract
cfx_getCollateralForStorage: storage deposit of an account, locked for storage
cfx_getCollateralInfo: total storage collateral
cfx_getConfirmationRiskByHash: is a block safe, finality, risk of a reorg
cfx_getDepositList: staking deposits of an account
cfx_getFeeBurnt: burned fees
cfx_getInterestRate: staking interest, yield
cfx_getLogs: contract events, event logs, token transfers
cfx_getNextNonce: nonce, transaction count
cfx_getParamsFromVote: governance parameters
cfx_getPoSEconomics: staking statistics, total staked
cfx_getPoSRewardByEpoch: staking rewards of an epoch
cfx_getSkippedBlocksByEpoch: skipped blocks, orphan blocks
cfx_getSponsorInfo: who pays gas for a contract, sponsored fees, gasless
cfx_getStakingBalance: staked coins, my stake
cfx_getStatus: node status, chain id, which network, is the node synced
cfx_getStorageAt: contract storage, state variable
cfx_getStorageRoot: storage root, state root of a contract
cfx_getSupplyInfo: total supply, circulating supply, how many coins exist
cfx_getTransactionByHash: find transaction, transaction details
cfx_getTransactionReceipt: did the transaction succeed, transaction result, gas used
cfx_getVoteList: locked votes, voting power
cfx_maxPriorityFeePerGas: tip, priority fee
cfx_sendRawTransaction: broadcast transaction, submit signed transaction
discv5_nodeInfo: own record, enr of this node, node identity
discv5_updateNodeInfo: change own address, set the ip of this node
discv5_routingTableInfo: known peers, buckets, kademlia table
discv5_addEnr: add a peer, add a node record
discv5_getEnr: cached node record, look up a known peer
discv5_deleteEnr: forget a peer, remove a node record
discv5_lookupEnr: latest record of a peer, find a peer
discv5_ping: is a peer alive
discv5_findNode: ask a peer for neighbours, peers at a distance
discv5_talkReq: custom message to a peer, talk to a peer
discv5_recursiveFindNodes: closest nodes, search the network for a node
`
