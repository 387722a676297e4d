/** Verbs of read-only methods, which may be sent again. */
export const readVerbs: ReadonlySet<string> = words(`
  are calculate check compare compute contains count decode describe diff discover dump encode estimate
  exists explain fetch find get has hash inspect is keccak list lookup parse peek ping preview query read
  search sha3 show simulate stat supports trace validate verify view
`)

/** Verbs of read-only methods that are also nouns: in `TodoListClear`, `List` is a noun. */
export const readNouns: ReadonlySet<string> = words(`
  check count diff dump hash list lookup preview query search show stat trace view
`)

/** Verbs of methods that change state, or that sign or send on behalf of the caller. */
export const writeVerbs: ReadonlySet<string> = words(`
  abort accept activate add allow announce append apply approve archive assign attach broadcast build bump buy
  cancel change clear click clone close commit configure confirm connect consume copy create deactivate
  delegate delete deny deploy deposit destroy detach disable disconnect dismiss distribute drop edit emit enable
  enqueue execute fill fund generate grant import increment init initialize insert install invite invoke issue
  join kill launch leave lock login logout maintain make merge mine mint modify move mutate new notify open
  patch pause pay perform post process propose publish purchase purge push put receive redeem refresh
  refund register reject release remove rename renew replace report request requeue reset resize restore
  resume retry revert revoke rollback rotate run save schedule sell send set sign spend split stake start stop
  store submit subscribe swap switch terminate toggle transfer trigger undelegate uninstall unlock unregister
  unset unstake unsubscribe update upgrade upload upsert withdraw write
`)

/** Verbs with which a lower-case name without separators starts if it reads: `getblockhash`. */
export const leadingVerbs: ReadonlySet<string> = words(`
  calculate compare compute decode describe estimate fetch find get inspect list lookup query simulate
  validate verify
`)

/** Words without a write verb that contain the letters of one, longer ones first. */
export const nounsWithVerbs: ReadonlySet<string> = words(`
  addresses address assets asset blockchain blocks block unconfirmed confirmed inputs input offsets offset outputs
  output outset settings setting signatures signature signers signer
`)

/** Verbs of administrative methods. */
export const adminVerbs: ReadonlySet<string> = words(`
  ban blacklist reboot restart shutdown unban whitelist
`)

/**
 * Nouns for values that a method returns. A method whose name has no verb and ends in such a noun is
 * read-only.
 */
export const valueNouns: ReadonlySet<string> = words(`
  bandwidth bounds capabilities coinbase count depth difficulty expiration fee hashrate head health height history id
  info metrics number power price probability progress range size stats statistics status summary supply time
  timestamp uptime version weight
`)

/** Nouns that indicate a read only if the whole name consists of nouns: `peers`, `pendingTransactions`. */
export const recordNouns: ReadonlySet<string> = words(`
  accounts active address addresses agent allocated available balance balances base batch best blob client
  collateral config content current deadline deadlines deals default enode entry eth faults finalized gas key
  latest listening local market max miner min mining mpool name net network node optimistic participants
  partitions peer peers pending points pool priority protocol proving pub recoveries registry root sector
  sectors services slot starknet state storage sub supported syncing total transactions user validator verified wallet
`)

/**
 * Effects of common methods with misleading names. `eth_createAccessList` and `eth_fillTransaction` only
 * calculate; `eth_getFilterChanges` returns each change only once.
 */
export const knownNames: ReadonlyMap<string, 'read' | 'write'> = new Map([
  ['createaccesslist', 'read'],
  ['filltransaction', 'read'],
  ['getfilterchanges', 'write'],
])

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''))
}
