// Words of questions about APIs: those without meaning, those that say little, and words with the same meaning.
window.docsSearchWords = {
  idle: `a about actually after again am an and any anyone are as at be been before being but by can could did do does
    doing down each else ever for from had has have here how i if in into is it its just like may me might much must
    my need no not of off on one only onto or our out over own please shall should so some somebody someone something
    such than that the their them then there these they thing this those through to too under until up us use used using
    very via want was way we were what when where which while who whom whose why will with within would you your`,
  light: `actual all check current currently describe detail details display enumerate every fetch find get give info
    information know latest list look query read retrieve return see show
    stat statistic stats summary tell view`,
  /** Verbs that change something. A group on each line; a word may be in several groups. */
  changes: `
    create make new add generate build open
    add register insert append attach import
    delete remove drop erase clear purge uninstall forget discard unregister destroy
    revoke remove cancel withdraw
    send submit broadcast publish issue post push transmit dispatch
    transfer send pay move payment
    update change edit modify set alter adjust replace
    start run launch begin boot resume
    enable activate allow
    stop end halt shut quit exit abort terminate finish
    disable deactivate forbid
    cancel abort revoke undo
    resend retry replace repeat bump accelerate speed
    undo revert rewind rollback restore
    reset restart reload refresh
    restore recover import
    save store keep persist backup export snapshot
    upload import load
    close disconnect shut end hang
    connect attach join link dial connection
    block ban forbid deny blacklist blocklist reject
    allow permit whitelist allowlist grant approve
    unblock unban
    sign signature signing signed
    subscribe subscription watch listen stream follow notify notification
    unsubscribe unwatch
    navigate open go visit browse
    type enter keys
    press tap click
    dismiss close
    accept confirm approve
    stake bond deposit
    unstake undelegate unbond
    redelegate move restake
    increase advance forward raise
    mine produce
    mint create fund
    deploy create creation creator deployment deployer publish author
    resize size dimension rect set
    lock freeze`,
  same: `
    get fetch read show view see retrieve display return query look describe
    list all enumerate every
    find search lookup locate select scan
    configuration configure setting option preference
    download export fetch
    execute run call invoke perform evaluate
    simulate try emulate dry
    estimate guess predict calculate compute
    verify validate check confirm validity
    decode parse deserialize
    encode serialize
    wait await
    sync synced synchronize synchronization synchronized syncing
    focus focused active
    latest current last newest recent head tip best now
    first oldest earliest
    next upcoming following
    previous older past
    history past log
    count number amount total quantity many
    height number level count
    id identifier identity
    label annotate note comment metadata tag
    information detail description summary describe
    status state condition progress
    health healthy alive running
    ready readiness started
    uptime availability online
    balance funds money amount holding
    fee cost price charge
    account address wallet
    user username login account
    password passphrase passwd
    phrase mnemonic seed
    trade deal
    pending open unconfirmed waiting queued unfinished stuck
    finished completed done closed
    mempool pool
    permission right access authorization
    authentication login credential auth
    peer neighbor
    node server
    host hostname website site domain origin
    url address link uri location
    app application dapp
    bytecode code
    javascript script
    event notification
    reward earning yield
    owner holder
    database storage
    monitor observe health metric
    memory ram heap
    cpu processor
    debug trace inspect diagnose
    error failure fail failed problem exception
    wrong invalid incorrect bad malformed
    hash checksum digest fingerprint
    fullscreen maximize
    reason cause
    limit maximum max cap quota throttle
    minimum min least lowest smallest
    maximum max most largest biggest highest
    insufficient enough
    bandwidth traffic throughput
    time clock timestamp date
    name title
    supply circulation
    fake mock stub
    picture image screenshot
    interval period
    several multiple many batch bulk
    raw encoded serialized signed binary
    proof evidence
    snapshot checkpoint
    install setup
    tutorial guide quickstart
    html source markup
    version release
    token asset coin currency
    stats statistics`,
  /** Abbreviations. */
  short: `
    account acct
    address addr
    application app
    authentication auth
    configuration config
    database db
    identifier id
    information info
    javascript js
    maximum max
    memory mem
    message msg
    minimum min
    number num
    password pwd passwd
    signature sig
    statistics stats stat
    temporary temp tmp
    transaction tx txs txn`,
}
