/**
 * Queries of people who know none of the names: one on each line, with the pages of which one should come first. Their
 * authors saw neither the words of owners nor those of the search. A page may be `term:`, `error:` or `schema:` and a name.
 */
export const ours = `
did my tx succeed > eth_getTransactionReceipt
contract address after deployment > eth_getTransactionReceipt
gas actually burned by transfer > eth_getTransactionReceipt
how much eth does wallet hold > eth_getBalance
is this address a contract > ots_hasCode | eth_getCode
bytecode of smart contract > eth_getCode
query a view function > eth_call
read contract without paying > eth_call
revert reason of mined tx > ots_getTransactionError | debug_traceTransaction
sendrawtx > eth_sendRawTransaction
push signed hex to evm > eth_sendRawTransaction
estmate gas > eth_estimateGas
how many units of computation needed > eth_estimateGas
miner bribe suggestion > eth_maxPriorityFeePerGas
cheap or fast price choice > eth_suggestPriceOptions
past fees percentiles > eth_feeHistory
gas chart last 20 blocks > eth_feeHistory
minimum price of upcoming block > eth_baseFee
latest evm block height > eth_blockNumber
eip-155 id > eth_chainId
next nonce for my account > eth_getTransactionCount
read private solidity variable > eth_getStorageAt
many slots one request > eth_getStorageValues
verify balance in light client > eth_getProof
merkle patricia branch > eth_getProof
newest block timestamp > eth_getBlockByNumber | eth_getHeaderByNumber
all receipts at once > eth_getBlockReceipts
ommer > eth_getUncleByBlockNumberAndIndex | eth_getUncleByBlockHashAndIndex
find erc20 tranfers > eth_getLogs
search emitted events > eth_getLogs
nft mint history > eth_getLogs
delete filter > eth_uninstallFilter
mempool watch by polling > eth_newPendingTransactionFilter
step through opcodes > debug_traceTransaction
internal transactions > ots_getInternalOperations | ots_traceTransaction | debug_traceTransaction
dry run several transactions > eth_simulateV1
eip-2930 > eth_createAccessList
autofill nonce and gas > eth_fillTransaction
speed up stuck payment > eth_resend
verify who singed text > personal_ecRecover
geth account import > personal_importRawKey
connect ledger nano > personal_openWallet
hd path new address > personal_deriveAccount
mempool size > txpool_status
queued txs of one sender > txpool_contentFrom
getrawblk > debug_getRawBlock
goroutine dump > debug_stacks
heap usage > debug_memStats
evm allocation profile > admin.memoryProfile | debug_writeMemProfile
lock contention > debug_mutexProfile | admin.lockProfile
noisier logging evm > debug_verbosity | admin.setLogLevel
iterate every account > debug_accountRange
enumerate mapping entries > debug_storageRangeAt
touched addresses between heights > debug_getModifiedAccountsByNumber
does provider keep archive data > eth_capabilities
keccak > web3_sha3
clientver > web3_clientVersion
invalid blocks seen > debug_getBadBlocks | eth_getBadBlocks
flamegraph > debug_cpuProfile | debug_startCPUProfile | admin.startCPUProfiler
wss new heads > eth_subscribe | Subscriptions
catching up percentage > eth_syncing
withdraw asset off the evm > native.export | Move assets between chains
atomic tx confirmed > native.getAtomicTxStatus
funds waiting to arrive on C > native.getUTXOs
claim incoming coins on evm > native.import
reveal my C private key > native.exportKey
submit signed C import > native.issueTx
token symbol and decimals > xvm.getAssetDescription
every coin held on X > xvm.getAllBalances
address history on X > xvm.getAddressTxs
cost of creating a new token > xvm.getTxFee | info.getTxFee
unspent coins > xvm.getUTXOs | platform.getUTXOs | term:UTXO
initial ledger bytes custom chain > xvm.buildGenesis
chain dependent payments without waiting > wallet.issueTx
x-chain block number 5 > xvm.getBlockByHeight
look up X transaction > xvm.getTx
import coins into X with keystore > xvm.import
minimun to become validator > platform.getMinStake
how many tokens exist > platform.getCurrentSupply
who secures the network now > platform.getCurrentValidators
when does my delegation end > platform.getCurrentValidators
how much did i earn > platform.getRewardUTXOs
amount i have bonded > platform.getStake
sum of all staked weight > platform.getTotalStake
validator set in the past > platform.getValidatorsAt
pick random nodes > platform.sampleValidators
which subnet secures my chain > platform.validatedBy
is my new chain running > platform.getBlockchainStatus
who controls the subnet > platform.getSubnet
validator prepaid funds remaining > platform.getL1Validator
rent per second for L1 nodes > platform.getValidatorFeeState
current gas price on P > platform.getFeeState
P tx dropped, why > platform.getTxStatus
decode P transaction json > platform.getTx
submit delegator tx > platform.issueTx
get sub nets > platform.getSubnets
p chain funds > platform.getBalance
mainnet or testnet > info.getNetworkName | info.getNetworkID
bls public key of my node > info.getNodeID
firewall ip and port > info.getNodeIP
am i online enough for reward > info.uptime
governance proposal votes > info.acps
installed plugins > info.getVMs
resolve name of chain > info.getBlockchainID
finished syncing > info.isBootstrapped | eth_syncing
neighbours i talk to > info.peers
next hard fork date > info.upgrades | eth_config
kubernetes restart check > health.liveness | Run a node
load balancer check > health.readiness | Run a node
why is node unhealthy > health.health
sign up username > keystore.createUser
move user to other machine > keystore.exportUser | keystore.importUser
show usernames > keystore.listUsers
time travel > evm_increaseTime | dev.advanceTime
fast foward a week > evm_increaseTime | dev.advanceTime
faucet > dev.fund
test coins on P > dev.fund
pretend validator went offline > dev.setUptime
sign interchain message > dev.signWarpMessage
coins created by tests > dev.getSupplyChange
read fake clock > dev.getTime
undo changes after each test > evm_revert | dev.revert | evm_snapshot
act as whale > anvil_impersonateAccount
tx from someone else's wallet > anvil_impersonateAccount | eth_sendUnsignedTransaction | anvil_autoImpersonateAccount
cheat eth amount > anvil_setBalance
give myself usdc > anvil_dealERC20
approve spender without owner > anvil_setERC20Allowance
replace bytecode at address > anvil_setCode
overwrite contract variable > anvil_setStorageAt
fork mainnet locally > anvil_reset
simulate chain reorganisaton > anvil_reorg
drop last 3 blocks > anvil_rollback
skip ahead 100 blocks > anvil_mine | hardhat_mine
block every 5 seconds > evm_setIntervalMining | anvil_setIntervalMining
stop instant mining > evm_setAutomine | anvil_setAutomine | miner_stop
persist chain to file > anvil_dumpState
wipe mempool > anvil_dropAllTransactions
permit signature eip-712 > eth_signTypedData_v4
connect dapp > eth_requestAccounts
atomic batch from dapp > wallet_sendCalls
add netwrok to metamask > wallet_addEthereumChain
who deployed this > ots_getContractCreator
older activity of evm address > ots_searchTransactionsBefore
wait until mined in one request > eth_sendRawTransactionSync
enabled namespaces > rpc_modules
raise block gas cap > evm_setBlockGasLimit
hello world > Quickstart
first api call in javascript > Quickstart
promethus grafana > Run a node
browser blocked by origin > Run a node
disaster recovery of node data > Run a node
ethers wallet example > Send a transaction on the C-Chain
deploy solidity with script > Send a transaction on the C-Chain
load more than 1024 rows > Page through results | term:UTXO page
hosted endpoint restrictions > Public nodes
double spend when resending > Errors and retries
sidechain setup > Launch a subnet and an L1
swap from evm to platform chain > Move assets between chains
passive income on coins > Stake and delegate
socket dropped, missed events > Subscriptions | error:eventsMissing
CI without network > Test with the mock
pay someone on X > Transfer on the X-Chain
gwei equivalent on P > term:nNATIVE
where exported funds sit > term:Atomic memory | term:Export and import
two signatures required > term:Threshold
vested until date > term:Locktime
safe vs finalised > term:Block tag
leading zeros in numbers > term:Hex quantity
checksum at end of bytes > term:Hex with checksum | term:cb58
base58check > term:cb58
X-local1 format > term:Bech32 address
what is a subnt > term:Subnet
difference delegator and validator > term:Delegation | term:Validator | Stake and delegate
subnet with id all zeros > term:Primary Network
short name like C > term:Chain alias
prove bls ownership > term:Proof of possession | info.getNodeID
downloading history phase > term:Bootstrapping
who may print more tokens > term:Minter set
staking certificate hash > term:Node ID
why txs are numbered > term:Nonce
not enough money for gas > error:insufficientFunds
nonce already used > error:nonceTooLow
hole in nonce sequence > error:nonceGap | error:nonceTooHigh
require() failed message > error:executionReverted
-32602 > error:invalidParams
throttled > error:limitExceeded | Errors and retries | Public nodes
log range too big > error:blockRangeTooWide
missing trie node > error:stateUnavailable
filter expired > error:filterNotFound
fee bump too small > error:replacementUnderpriced
tx submitted twice > error:alreadyKnown
contract too big to deploy > error:initCodeTooLarge
gas below 21000 > error:intrinsicGasTooLow
coin already spent > error:missingUtxo | error:transactionConflict
subscribing over http fails > error:notificationsUnsupported
no space left on device > error:storeUnavailable
forgot pasword > error:wrongPassword | error:wrongPassphrase
funds not unlocked yet > error:outputLocked
replica refuses writes > error:notWriter
`

/** The same for documents of the corpus, by file name. */
export const others: Readonly<Record<string, string>> = {
  'alchemyplatform__docs__alchemy-solana': `
how much sol do i have > getBalance
faucet devnet > requestAirdrop
spl coins in a wallet > getTokenAccountsByOwner
usdc held by one ata > getTokenAccountBalance
did my tx land > getSignatureStatuses | getTransaction
wallet activity history > getSignaturesForAddress
broadcast signed tx > sendTransaction
dry run before submitting > simulateTransaction
cost to store data on chain > getMinimumBalanceForRentExemption
tip for faster inclusion > getRecentPrioritizationFees
network charge of a tx > getFeeForMessage
nonce for new transaction > getLatestBlockhash
has my tx expired > isBlockhashValid
whales > getLargestAccounts
validators and their stake > getVoteAccounts
my staking payouts > getInflationReward
is node behind > getHealth
current tps > getRecentPerformanceSamples
who produces blocks now > getSlotLeader
skipped slots by validator > getBlockProduction
every pda of my contract > getProgramAccounts
when does epoch end > getEpochInfo
read several wallets at once > getMultipleAccounts
total minted of a coin > getTokenSupply
oldest block kept by node > getFirstAvailableBlock | minimumLedgerSlot
`,
  'ethereum__execution-apis__eth-execution-deref': `
did the payment go through > eth_getTransactionReceipt
check wallet funds > eth_getBalance
execute read only function > eth_call
gas limit guess > eth_estimateGas
submit signed tx > eth_sendRawTransaction
search contract events > eth_getLogs
miner tip suggestion > eth_maxPriorityFeePerGas
price of data blobs > eth_blobBaseFee
nonce of address > eth_getTransactionCount
verify state without trusting node > eth_getProof
is node in sync > eth_syncing
testnet or mainnet > eth_chainId | net_version
storge variable of solidity > eth_getStorageAt
bundle dry run > eth_simulateV1
what forks are active > eth_config
everything unmined in mempool > txpool_content
replay with struct logger > debug_traceTransaction
how far back history goes > eth_capabilities
handshake consensus and execution client > engine_exchangeCapabilities
censorship resistance list > engine_getInclusionListV1
gas price oracle history > eth_feeHistory
is it a contract or eoa > eth_getCode
prewarm addresses 2930 > eth_createAccessList
notify new heads, http only > eth_newBlockFilter | eth_getFilterChanges
fixture block for tests > testing_buildBlockV1
`,
  'vegaprotocol__vega__vega-wallet': `
login from dapp > client.connect_wallet
log out of app > client.disconnect_wallet | admin.close_connection
restore from seed phrase > admin.import_wallet
first time setup > admin.create_wallet
change pasword > admin.update_passphrase
attacker stole my account > admin.taint_key | admin.rotate_key
false alarm, reenable signing > admin.untaint_key
make another address > admin.generate_key
cold storage for one account > admin.isolate_key
retire old key on chain > admin.rotate_key
nickname for an address > admin.annotate_key
prove i own the address > admin.sign_message
check signature is genuine > admin.verify_message
sendrawtx > admin.send_raw_transaction
would this tx be valid > admin.check_transaction | client.check_transaction
mainnet or fairground from dapp > client.get_chain_id
add testnet config from url > admin.import_network
drop fairground config > admin.remove_network
edit grpc endpoints > admin.update_network
what may this website see > admin.describe_permissions
forget all site approvals > admin.purge_permissions
cut off one website > admin.revoke_permissions | admin.close_connections_to_hostname
active dapp sessions > admin.list_connections
kick every app off a wallet > admin.close_connections_to_wallet
decrypt before use > admin.unlock_wallet
`,
  'celestiaorg__celestia-node__celestia-node': `
post rollup data > state.SubmitPayForBlob
read data of my rollup > share.GetSharesByNamespace
how many tia do i have > state.Balance
funds of another wallet > state.BalanceForAddress
my node's wallet > state.AccountAddress
pay tia to friend > state.Transfer
stake with a validator > state.Delegate
withdraw stake > state.Undelegate
switch validator > state.BeginRedelegate
changed my mind about unstaking > state.CancelUnbondingDelegation
when is unstaking finished > state.QueryUnbonding
chain tip everyone sees > header.NetworkHead
how many blocks left to download > header.SyncState
block until caught up > header.SyncWait | daser.WaitCatchUp
stream new blocks > header.Subscribe
block at height > header.GetByHeight
is data withheld > share.SharesAvailable | share.ProbabilityOfAvailability
light node verification progress > daser.SamplingStats
authnew tok > node.AuthNew
what can this jwt do > node.AuthVerify
debug logs for one module > node.LogLevelSet
ban a bad node > p2p.BlockPeer
behind a router? > p2p.NATStatus
how much trafic used > p2p.BandwidthStats
malicious validator evidence > fraud.Get | fraud.Subscribe
`,
  'MicrosoftEdge__MSEdgeExplainers__webdriver-rpc': `
open a web page > navigateTo
reload > refresh
css selector lookup > findElement | findElements
type into input box > sendKeysToElement
empty a text field > clearElement
is checkbox ticked > isElementSelected
button disabled? > isElementEnabled
mouse drag and drop > performActions
capture image of page > takeScreenshot
screenshoot of one button > takeElementScreenshot
run javascript > executeScript | executeAsyncScript
wait for promise in page > executeAsyncScript
set login session cookie > addCookie
forget all site data > deleteAllCookies
press ok on confirm box > acceptAlert
answer prompt dialog > sendAlertText
popup appeared event > alertOpened
new tab > createTarget
list open tabs > getTargets
close tab > closeTarget
dump html > getPageSource
resize browser to mobile > setWindowRect
implicit wait > setTimeouts | getTimeouts
which field has focus > getActiveElement
inject script before page loads > registerBootstrapScript
`,
  'ceyonur__viabtc-openrpc__viabtc-exchange': `
buy bitcoin at fixed price > order.put_limit
buy now at any price > order.put_market
withdraw my offer > order.cancel
my unfilled offers > order.pending
candlestick chart > market.kline
what is btc worth now > market.last
bids and asks > order.book | order.depth
depht chart data > order.depth
deposit money for user > balance.update
how much can user spend > balance.query
account statement > balance.history
tradable pairs > market.list
supported coins > asset.list
fills of an order > order.deals
recent public trades > market.deals
trades done by customer > market.user_deals
filled orders of client > order.finished
24h volume > market.status | market.status_today
since midnight high low > market.status_today
how much coin on platform > asset.summary
liquidity of every pair > market.summary
receipt of a filled order > order.finished_detail
look up an open order > order.pending_detail
debit wallet > balance.update
cancl my bid > order.cancel
`,
  'ChainSafe__forest__forest-v1': `
latest tipset > Filecoin.ChainHead
how much fil do i own > Filecoin.WalletBalance
new addres for receiving > Filecoin.WalletNew
backup private key > Filecoin.WalletExport
did my message land > Filecoin.StateSearchMsg | Filecoin.StateWaitMsg
next nonce of sender > Filecoin.MpoolGetNonce
send signed message > Filecoin.MpoolPush
unconfirmed messages > Filecoin.MpoolPending
storage provider strength > Filecoin.StateMinerPower
failed windowpost sectors > Filecoin.StateMinerFaults
when does a sector end > Filecoin.StateSectorExpiration
how many coins exist > Filecoin.StateCirculatingSupply | Filecoin.StateVMCirculatingSupplyInternal
make a snapshot file > Filecoin.ChainExport | Forest.ChainExport
abort snapshot creation > Forest.ChainExportCancel
metamask to f4 > Filecoin.EthAddressToFilecoinAddress
f410 as 0x > Filecoin.FilecoinAddressToEthAddress
api token for admin > Filecoin.AuthNew
is node synced > Forest.SyncStatus | Filecoin.NodeStatus | eth_syncing
turn off daemon > Filecoin.Shutdown
who am i connected to > Filecoin.NetPeers
multisig waiting approvals > Filecoin.MsigGetPending
datacap left > Filecoin.StateVerifiedClientStatus
fast finality proof > Filecoin.F3GetLatestCertificate | Filecoin.F3GetCertificate
0x tx hash to cid > eth_getMessageCidByTransactionHash | Filecoin.EthGetMessageCidByTransactionHash
free disk space, purge old data > Forest.SnapshotGC
`,
  'alchemyplatform__docs__alchemy-bitcoin': `
latest block height > getblockcount
newest block id > getbestblockhash
fees to confirm in 6 blocks > estimatesmartfee
broadcast signed payment > sendrawtransaction
has coin been spent > gettxout
number of coins existing > gettxoutsetinfo
is this btc address correct > validateaddress
prove address ownership signature > verifymessage
stale forks seen > getchaintips
how hard is mining > getdifficulty
mainnet or testnet, pruned > getblockchaininfo
node peers number > getconnectioncount
unconfirmed transactions list > getrawmempool
how congested is network > getmempoolinfo
parents of unconfirmed tx > getmempoolancestors
send parent and child together > submitpackage
would node accept my tx > testmempoolaccept
merkle proof of inclusion > gettxoutproof
human readable tx hex > decoderawtransaction
op_return contents > decodescript
tx details by id > getrawtransaction
blkhash from height > getblockhash
80 byte header > getblockheader
avrage fee in a block > getblockstats
payments per second > getchaintxstats
`,
}
