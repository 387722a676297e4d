// Names of methods are no words. cspell:ignoreRegExp /^[\w./$]+: /gm
/** Words by which readers look for methods that trace and inspect Ethereum nodes. A method on each line. */
export const ethereumDebug = `
debug_traceTransaction: debug transaction, trace a transaction, why did a transaction fail, opcodes, step through a transaction, call tree, internal calls, internal transactions, replay a transaction, execution steps, gas per opcode, revert reason, struct logs, state changes of a transaction, stack trace
debug_traceCall: trace a call, debug a call, debug before sending, trace without sending, simulate with a trace, opcodes of a call
debug_traceBlock: trace a block from rlp, trace an encoded block, replay raw block bytes
debug_traceBlockByHash: trace a block by hash, replay a block by hash, internal transactions of a block by hash
debug_traceBlockByNumber: trace a block, replay a block, internal transactions of a block, debug all transactions of a block
debug_traceBlockFromFile: trace a block in a file, replay a block file
debug_traceBadBlock: trace an invalid block, why was a block rejected, debug a rejected block
debug_traceChain: trace a range of blocks, stream traces
debug_subscribe: stream traces, trace a chain, trace a range of blocks, live traces
debug_unsubscribe: stop streaming traces, end trace subscription
debug_standardTraceBlockToFile: save traces to a file, write block trace to disk, trace to file, eip-3155
debug_standardTraceBadBlockToFile: save the trace of a rejected block, write bad block trace to disk, trace invalid block to file
debug_intermediateRoots: state roots within a block, state root after each transaction, where did the state diverge, consensus bug
debug_getRawBlock: rlp of a block, encoded block, raw block, block bytes, binary block
debug_getRawHeader: rlp of a header, encoded header, raw header, header bytes
debug_getRawReceipts: rlp of receipts, encoded receipts, raw receipts
debug_getRawTransaction: rlp of a transaction, encoded transaction, raw transaction, signed bytes, rebroadcast bytes
debug_printBlock: human-readable block, pretty print a block, block as text
debug_getBadBlocks: bad blocks, invalid blocks, rejected blocks, blocks that failed validation
eth_getBadBlocks: bad blocks, invalid blocks, rejected blocks, blocks that failed validation
debug_accountRange: list all accounts, iterate accounts, page through accounts, enumerate all addresses, every account in the state
debug_dumpBlock: dump state, all accounts at a block, full state, export state, state of a block
debug_storageRangeAt: all storage of a contract, iterate storage, dump contract storage, enumerate mapping, all slots, holders in a mapping
debug_preimage: data of a hash, reverse a hash, original value of a hash, what was hashed
debug_getModifiedAccountsByNumber: changed accounts, state difference, accounts touched by a block, which balances changed
debug_getModifiedAccountsByHash: changed accounts by hash, state difference between block hashes, accounts touched by a block hash
debug_getAccessibleState: pruned state, available state, archive, oldest available state, first block with state
debug_dbGet: read the database, raw database value
debug_dbAncient: ancient data, freezer
debug_dbAncients: number of ancient items, freezer size
debug_chaindbCompact: compact the database, free disk space
debug_chaindbProperty: database statistics, leveldb stats
debug_setHead: rewind the chain, roll back to a block, reset the head, undo blocks
debug_verbosity: log level, more logs, debug logs, verbosity, quiet logs
debug_vmodule: log level of a module, verbose logging for one package, logs per file
debug_backtraceAt: stack trace at a log line
debug_memStats: memory usage, ram, heap size, allocations, how much memory does the node use, out of memory
debug_gcStats: garbage collector, gc pauses, collection times
debug_stacks: goroutines, threads, stack traces, goroutine dump, deadlock, hanging node, what is the node doing
debug_freeOSMemory: release memory, run garbage collection, free ram, give memory back
debug_setGCPercent: garbage collector, tune gc, gogc, memory against cpu
debug_setMemoryLimit: memory limit
debug_cpuProfile: profile cpu, performance profile, pprof, flame graph, why is the node slow, hot code, flamegraph
debug_startCPUProfile: begin cpu profile, start profiling, pprof, flamegraph
debug_stopCPUProfile: end cpu profile, finish profiling
debug_goTrace: execution trace, runtime trace, scheduler trace
debug_startGoTrace: begin runtime trace, start execution trace
debug_stopGoTrace: end runtime trace, finish execution trace
debug_blockProfile: contention profile, blocked goroutines, where do goroutines wait
debug_setBlockProfileRate: turn on block profiling, sampling of blocked goroutines, block profile rate
debug_writeBlockProfile: save blocking profile, blocking profile to disk, goroutine blocking profile file
debug_mutexProfile: lock contention, mutex contention, waiting for locks
debug_setMutexProfileFraction: turn on mutex profiling, sampling of lock contention
debug_writeMutexProfile: save mutex profile, lock contention to disk
debug_writeMemProfile: heap profile, memory dump, memory leak, heap dump, allocation profile
debug_metrics: node metrics, counters
debug_seedHash: seed hash, ethash
trace_block: all internal transactions of a block, traces of a block, internal transfers of a block
trace_call: trace a call, internal calls without sending
trace_callMany: trace several calls, bundle with traces
trace_filter: search internal transactions, traces of an address, internal transfers of an address, history of an address
trace_get: one internal call, trace at a position
trace_rawTransaction: trace before sending, trace a signed transaction, preview of a signed transaction
trace_replayBlockTransactions: replay a block, state diff of a block, vm trace of a block
trace_replayTransaction: replay a transaction, state diff of a transaction, vm trace
trace_transaction: internal transactions, call tree, internal transfers of a transaction, traces of a transaction
ots_getApiLevel: otterscan version, explorer api version, api level
ots_hasCode: is an address a contract, contract or wallet, does an address have code, is deployed
ots_getTransactionError: revert reason, why a transaction failed, error message of a transaction, custom error data
ots_traceTransaction: call tree, contract calls inside a transaction, flow of calls
ots_getInternalOperations: internal transactions, internal transfers, ether moved by contracts, self destructs
ots_getBlockDetails: block explorer, block with fees, total fees of a block, block reward, block summary
ots_getBlockDetailsByHash: block with fees by hash, block summary by hash, block explorer by hash
ots_getBlockTransactions: transactions of a block, page of transactions of a block, paginate a block
ots_searchTransactionsBefore: account history, older transactions, transactions sent or received by an address, previous activity of an address, transaction history of an address, past transactions
ots_searchTransactionsAfter: account history, newer transactions, transactions sent or received by an address, later activity of an address, transaction history of an address
ots_getTransactionBySenderAndNonce: transaction of a nonce, which transaction used a nonce, find by sender and nonce, replaced transaction
ots_getContractCreator: creator of a contract, deployer, deployment transaction, who deployed a contract, who made this contract, when was a contract deployed
erigon_getHeaderByNumber: block header, header only, light block
erigon_getHeaderByHash: block header by hash, header only
erigon_getBlockByTimestamp: block at a time, block by date
`
