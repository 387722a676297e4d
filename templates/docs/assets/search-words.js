// Words of questions about APIs: those without meaning, those that say little, and words with the same meaning.
// Semicolons end a group of words; a word may be in several. Words that belong together are joined by a hyphen.
window.docsSearchWords = {
  idle: `a about actually after again am an and any anyone anything are as at be been before being but by can could did
    do does doing down during each else ever for from got had has have having here i if in into is isn it its just let
    like may me might much must my need no not of off on one only onto or our out over own per please s shall should so
    some somebody someone something still such t than that the their them then there these they thing things this those
    through to too under until up us use used using versus very via vs want was way we were what which while will with
    within without would yet you your`,
  light: `actual all check current currently describe detail details display enumerate every fetch find get give info
    information know latest list look query read retrieve return see show single
    stat statistic stats summary tell view whole howmany howmuch howlong how when where who whose why`,
  /** Verbs that change something. */
  changes: `
    create make new add generate build open set-up issue; add register insert append attach import include put;
    delete remove drop erase clear purge uninstall forget discard unregister destroy wipe clean empty get-rid kill prune;
    revoke remove cancel withdraw forget;
    send submit broadcast publish issue post push transmit dispatch relay propagate emit put deliver;
    transfer send pay move payment withdraw remit give;
    update change edit modify set alter adjust replace overwrite override tweak write patch correct;
    start run launch begin boot resume turn-on bring-up initiate spawn;
    enable activate allow turn-on switch-on reenable unpause;
    stop end halt shut quit exit abort terminate finish kill shutdown turn-off bring-down shut-down power-off;
    disable deactivate forbid turn-off switch-off suspend pause; pause suspend hold halt; resume continue unpause;
    cancel abort revoke undo drop call-off;
    resend retry replace repeat bump accelerate speed speed-up try-again rebroadcast;
    undo revert rewind rollback restore go-back roll-back cancel; reset restart reload refresh start-over reboot;
    restore recover import; save store keep persist backup back-up export snapshot write dump;
    upload import load put; close disconnect shut end hang log-out leave kick dismiss;
    connect attach join link dial connection log-in pair; block ban forbid deny blacklist blocklist reject kick;
    allow permit whitelist allowlist grant approve authorize; unblock unban allow; sign signature signing signed;
    subscribe subscription watch listen stream follow notify notification real-time live;
    unsubscribe unwatch stop-listening; navigate open go visit browse; type enter keys fill input write;
    press tap click push; dismiss close cancel reject; accept confirm approve ok agree press-ok;
    reject decline refuse deny dismiss; stake bond deposit lock delegate; unstake undelegate unbond unlock withdraw;
    redelegate move restake switch; increase advance forward raise skip fast-forward jump;
    decrease lower reduce shrink; mine produce build; mint create fund issue print; burn destroy;
    deploy create creation creator deployment deployer publish author; resize size dimension rect set; lock freeze;
    unlock decrypt open unfreeze; encrypt lock protect; rename label name move; register enroll sign-up signup;
    rotate replace renew retire; swap exchange convert trade change; merge combine join consolidate; split divide;
    compress zip; mute silence; format beautify pretty; attach detach; assign set give;
    prepare build construct draft create fill assemble; claim collect redeem receive withdraw`,
  /** Words with the same meaning. */
  same: `
    beneficiary recipient coinbase receiver payee; consecutive range adjacent contiguous between;
    appear appeared opened shown pop-up; keep kept retain retention retained store;
    secure secured stake staked validate staker; validating staking validate stake;
    burn burned used spent consumed consume cost; autofill fill complete prefill; big large size huge;
    lookup resolve find; name domain ens dns hostname; predefined preset initial default;
    contain isolate limit quarantine confine; correct valid right genuine well-formed; acquire obtain get fetch;
    inform notify alert tell; choose select pick; discover find detect search; upgrade update migrate;
    copy clone duplicate fork; tally count; announce publish broadcast; mark flag label tag; record log trace;
    third index position nth second ordinal; reenable enable restore reactivate; gas-fee fee gas price;
    download sync synchronize; airdrop pay transfer recipients; fixture test; consent permission approval;
    why reason cause error; where location address place url;
    keypair keys key account; peer node connection connected; ban kick evict eject expel block blacklist;
    unban forgive pardon unblock reinstate amnesty; begin start register join add; stop leave quit remove end;
    log-out sign-out disconnect; dry-run simulate check preview validate; wasm bytecode code binary;
    storage datastore entry value; event output; output result return;
    get fetch read show view see retrieve display return query look describe;
    list all enumerate every several multiple; find search lookup locate select scan look-up;
    configuration configure setting option preference parameter; download export fetch;
    execute run call invoke perform evaluate; simulate try emulate dry dry-run preview what-if test;
    estimate guess predict calculate compute forecast approximate; verify validate check confirm validity prove;
    decode parse deserialize interpret readable; encode serialize format; convert translate transform map resolve;
    wait await block-until;
    sync synced synchronize synchronization synchronized syncing catch-up caught-up catching-up;
    behind lag sync late; focus focused active; latest current last newest recent head tip best now;
    first oldest earliest genesis initial; next upcoming following; previous older past former earlier;
    parent ancestor; child descendant; count number amount total quantity how-many; amount value quantity how-much;
    height number level; height count; id identifier identity;
    label annotate note comment metadata tag nickname alias; alias name nickname shortcut;
    information detail description summary describe overview about; summary overview aggregate;
    status state condition progress; status outcome result succeed success successful go-through went-through;
    confirmed accepted mined included finalized land landed finality settled committed settle;
    health healthy alive running up ok responsive ping; ready readiness started; uptime availability online;
    balance funds money amount holding coins i-have i-own; hold own have possess; fee cost price charge expense;
    account address wallet; user username login account customer client member;
    password passphrase passwd secret pin; phrase mnemonic seed words recovery; trade deal; order offer;
    filled executed finished completed matched;
    pending open unconfirmed waiting queued unfinished unfilled stuck outstanding in-flight;
    finished completed done closed ended; mempool pool queue;
    permission right access authorization approval scope grant consent;
    authentication login credential auth token session jwt log-in sign-in; token credential jwt key;
    peer neighbor neighbour; peer connection connected; node server daemon machine instance;
    host hostname website site domain origin; url address link uri location endpoint; endpoint url rpc server;
    app application dapp site website; bytecode code program; contract program code; javascript js script;
    event notification; event log; reward earning yield income payout interest earn; owner holder;
    creator author deployer maker; database storage db store datastore; monitor observe health metric watch;
    metric measurement performance statistic; memory ram heap; cpu processor;
    debug trace inspect diagnose troubleshoot; trace replay step;
    error failure fail failed problem exception wrong broken reject; wrong invalid incorrect bad malformed corrupt;
    missing unknown absent not-found nonexistent; hash checksum digest fingerprint; fullscreen maximize full-screen;
    reason cause why; limit maximum max cap quota throttle; minimum min least lowest smallest at-least;
    maximum max most largest biggest highest top richest at-most greatest; insufficient enough low;
    bandwidth traffic throughput; time clock timestamp date when; duration period length how-long interval;
    expire expiration expiry end deadline timeout lapse; expired invalid valid; name title;
    supply circulation circulating exist existing minted issued; fake mock stub dummy;
    picture image screenshot photo capture; interval period every frequency;
    several multiple many batch bulk together at-once; bundle batch package group together;
    raw encoded serialized signed binary bytes hex; proof evidence prove attest attestation; snapshot checkpoint;
    install setup set-up; tutorial guide quickstart getting-started beginner; html source markup;
    version release build; software client version; token asset coin currency; stats statistics statistic;
    kline candlestick candle ohlc chart; depth orderbook book bid ask liquidity; bid buy purchase; ask sell sale;
    limit fixed-price; market any-price instant; pair market symbol instrument ticker; ticker price quote last;
    change modification diff difference delta; history statement deposit withdrawal; position portfolio exposure;
    volume turnover; difficulty hashrate target; tps throughput performance per-second rate;
    congested congestion busy load full; leader producer proposer; producer miner validator; validator staker;
    validator-set committee quorum; stake delegation; slash penalty penalize punish; inflation issuance rate;
    block header; blob data payload rollup; share piece chunk; fork reorg branch stale orphan;
    orphan uncle ommer stale; canonical main best; transaction operation message extrinsic;
    transaction payment transfer; transfer movement payment; receipt result outcome; nonce sequence counter;
    gas fuel computation; tip priority bribe inclusion prioritization; mainnet testnet network devnet;
    network chain cluster environment; archive historical history old; prune old purge history;
    utxo output unspent coin; spent spend unspent; input source; multisig multi-signature threshold cosigner;
    airdrop faucet; rent storage deposit; epoch era round; slot round; shard partition chain;
    storage slot variable state; storage disk space; disk file space; garbage gc collect clean free;
    backup dump export; namespace module; module component package; loglevel log-level verbosity;
    verbosity level debug verbose; plugin extension addon; feature capability support supported; rule policy;
    firewall port; ip address host; router nat gateway; bandwidth network; key keys;
    ledger trezor hardware usb smartcard; keystore wallet; recover restore recovery;
    stolen compromised taint leaked hacked steal hack attacker; cold offline isolate isolated;
    tab window context target; tab page document; page document site; popup dialog alert prompt confirm modal box;
    prompt answer reply alert; button element; element field input box widget control component node;
    text content words string; checkbox selected checked ticked select toggle; enabled disabled;
    visible shown displayed hidden; mouse pointer cursor; drag drop action gesture mouse; scroll move;
    keyboard type keys key input; keystroke key; cookie session; viewport window size; mobile device phone;
    promise async asynchronous; synchronous sync blocking; preload bootstrap before-load inject; shadow root;
    frame iframe; property attribute; attribute field member; css style; selector query find; color colour;
    file document; folder directory path; line row; row record entry item; column field; table collection;
    record document entry; filter condition; sort order-by; page paginate pagination cursor; more next;
    schema type structure; definition declaration; definition source origin; usage reference;
    reference usages references; completion autocomplete suggest suggestion intellisense; suggestion recommendation;
    hover tooltip; symbol identifier variable function; diagnostic error warning lint problem;
    format prettify indent; refactor rename quick-fix; breakpoint stop pause; step next; thread goroutine stack;
    stack frame backtrace; profile flamegraph profiler benchmark performance; profiling profile;
    buffer document file; cursor caret position; workspace project folder; project repository; command action;
    tool function; function method procedure; argument parameter param input; model llm ai; prompt template;
    agent bot assistant; task job; job work; schedule cron plan timetable calendar; queue backlog; worker process;
    process program pid; volume loudness sound; audio sound music; video movie film; play start resume; song track;
    library collection; playlist queue; seek position; device hardware; sensor reading measurement;
    temperature heat thermostat; light lamp bulb; battery power charge; firmware software;
    location position place where gps; map chart; route path; email mail; message chat text; channel room topic;
    contact friend person; group team; role permission; admin administrator operator; invoice bill; payment charge;
    refund return chargeback; customer client buyer; merchant seller vendor; product item article; cart basket;
    subscription plan; card credit; pet animal; book publication; weather forecast; comment note; hide conceal;
    random sample; nearest closest near close; distance far; path branch route; tree merkle; leaf node;
    signer recover; recovered recover; hex hexadecimal 0x; base58 encoding; decimal precision denomination unit;
    unit denomination; atomic cross; bridge cross across; layer l1 l2 rollup; sidechain subnet l1; deposit bridge;
    withdrawal withdraw; dao governance; vote ballot poll; proposal governance; upgrade hard-fork fork;
    deprecated obsolete legacy old; changelog release-notes; license licence; contact support; crash panic;
    restart reboot; latency delay slow; slow timeout latency; fast quick; cheap low; expensive high;
    frozen stuck freeze; locked frozen vested vesting; unlocked available spendable free;
    available free left remaining spendable; remaining left rest; empty blank none;
    duplicate twice repeated already double; too-big too-large oversized; too-small too-low; too-many exceeded;
    equal same identical; compare difference; public open; private secret local; private internal; encrypted secret;
    safe secure; security safety; dangerous unsafe; whale largest holder; rich largest; swap exchange;
    collateral margin deposit; borrow loan debt; liquidate liquidation; oracle feed price; nft collectible token;
    mint issue; spl erc20 token; pda program; ata token; allowance approve approval spend; censorship inclusion;
    consensus beacon; handshake exchange capability negotiate; payload block; miner mining; sector storage;
    power strength; fault failed; faults failed missed; missed skipped; daemon node; cid hash; tipset block;
    rollback revert; impersonate act-as prank pretend; warp time-travel teleport; time-travel increase;
    automine instant auto-mine; websocket socket realtime stream live; poll polling; callback hook webhook;
    push notify; request call; response answer reply; headers header; body payload; cors origin browser;
    tls ssl https certificate; proxy gateway; balancer probe readiness; kubernetes probe liveness; docker container;
    prometheus metric; alert alarm; dashboard metric; speak say talk voice speech read-aloud pronounce;
    rate speed pace tempo; note page memo document; remember memorize learn store; archive backup store;
    index reindex rebuild catalog; integrity consistency corruption; digest recap; certificate x509 cert tls;
    derive shared agreement; symmetric secret password; asymmetric keypair pair; provider library engine;
    capability version negotiate handshake; doctor diagnose self-test environment; intercept pause capture hold;
    replay repeat rerun again; exchange request message call; annotation note comment mark; panel pane view window;
    proxy target upstream backend; session history recording; guard guardrail safety filter;
    verifier check validator; judge score grade evaluate rate; delta chunk partial stream; context memory window;
    llm model completion chat generate; register install plug-in declare add; abort interrupt cancel stop;
    configure set-up initialize setting; service container app; pull-request merge contribution patch;
    repository repo package project; issue ticket bug; commit revision change; branch fork; merge join combine;
    release version publish; developer author maintainer; profile user account; sensor measurement value;
    serial identifier; flash firmware update; factory reset erase; brightness dim level; motor speed; lock door;
    camera picture; telemetry metric log; log protocol journal record; history log past statement record;
    withdraw withdrawal payout cash-out; reward payout earning claim; sequencer producer leader;
    batch rollup submission; discount rebate reduction; score rating rank; rank order sort top; lane queue;
    quote price estimate; deferred scheduled delayed later; timer alarm schedule; endorsement vote attestation;
    clique branch fork; datastore storage key-value; ban block kick blacklist; allowed whitelist permitted;
    shut-down stop exit; custodian custody vault; replace bump cancel speed-up; link url deeplink;
    proof certificate evidence membership; oracle feed sign; nano contract; identity did adi; credit fee fund;
    resolve build complete; witness signature; compile build source; login log-in sign-in authenticate session;
    role group permission; create-account register sign-up; edit update change; paid pay payment; unpaid due invoice;
    stock inventory quantity available; ship deliver delivery; track follow status; coupon discount;
    deal trade fill match; fill trade deal execution; order bid; order ask; fill filled; statement history;
    top-up deposit credit add fund; credit increase add deposit update; debit decrease subtract withdraw update;
    spendable available balance; buyer bid; seller ask; spread bid ask; exchange market;
    today daily 24h day since-midnight; last latest recent; pair market; maker taker fee; stop-loss order;
    open-position position; client user customer; trader user account; platform exchange total;
    total sum summary aggregate all; coin asset token; supported available list; attestation proof; relay forward;
    dial connect; hang-up disconnect; gossip p2p peer; seed bootstrap; reachable online public; uptime since started;
    restart session; light full; validator node; committee validator; malicious byzantine fraud cheat misbehaviour;
    evidence fraud proof; withheld available unavailable missing; samples sampling; namespace app id; blob data file;
    commitment root hash; inclusion proof included; header block; range between from; network global everyone;
    local own mine; unbond undelegate unstake withdraw; redelegate switch move; delegate stake;
    delegation stake position; cancel undo change-my-mind; finish complete mature; allowance permission grant;
    module component logger; token jwt secret; scope permission; dapp site website app; session connection login;
    trust allow permission; revoke forget remove; kick disconnect close; key account address; passphrase password;
    prove sign ownership; mnemonic backup recovery words; metadata label name tag; rename nickname name;
    fingerprint hash checksum; environment network; transaction order command; hack compromise taint;
    tainted compromised unusable; clickable enabled; greyed-out disabled; invisible hidden; label text caption;
    link href url; hover mouse pointer; form field input; submit press send; dropdown select option;
    upload file keys; tap press click; swipe drag scroll gesture; zoom resize scale; dark-mode theme;
    popup window tab; ok accept confirm; origin storage data; cookie data; incognito private; browser session;
    driver session; wait timeout delay; dom element node; iframe frame; handle identifier id reference`,
  /** Words that mean the contrary of each other: a name with one does not answer a query with the other. */
  contrary: `
    start stop; start end; begin end; open close; add remove; add delete; create delete; enable disable;
    activate deactivate; lock unlock; stake unstake; stake undelegate; delegate undelegate; connect disconnect;
    subscribe unsubscribe; ban unban; block unblock; allow deny; allow forbid; whitelist blacklist; import export;
    encrypt decrypt; encode decode; serialize deserialize; increase decrease; raise lower; upload download; buy sell;
    bid ask; send receive; deposit withdraw; show hide; accept reject; accept dismiss; approve revoke; grant revoke;
    pause resume; freeze unfreeze; install uninstall; attach detach; load save; mute unmute; register unregister;
    push pop; taint untaint; pin unpin; public private; min max; minimum maximum; first last; next previous;
    parent child; log-in log-out; mint burn; read write; get set; pending finished; begin stop`,
  /** Abbreviations. */
  short: `
    account acct acc; address addr adr; amount amt; application app; argument arg; authentication auth; average avg;
    balance bal; block blk; blockchain chain bc; bitcoin btc; certificate cert; command cmd;
    configuration config cfg conf; connection conn; count cnt; database db; debug dbg; definition def;
    delegation deleg; directory dir; document doc; environment env; error err; estimate est; ether eth; ethereum eth;
    exchange xchg; execute exec; expiration exp; filecoin fil; function func fn; generate gen; height ht;
    identifier id ident; image img; information info; initialize init; javascript js; language lang; maximum max;
    memory mem; message msg; millisecond ms; minimum min; network net; notification notif; number num nr no;
    object obj; operation op; option opt; package pkg; parameter param; password pwd passwd pw pass;
    performance perf; permission perm; picture pic; position pos; previous prev; private priv; process proc;
    public pub; query qry; receipt rcpt; reference ref; register reg; repository repo; request req;
    response resp res; second sec; sequence seq; server srv; signature sig; smart sc; solana sol; starknet strk;
    statistics stats stat; string str; subscribe sub; synchronize sync; temporary temp tmp; timestamp ts;
    transaction tx txs txn trx; utilization util; validator val; value val; variable var; version ver; volume vol;
    window win`,
}
