// The suites of `npm run test:long`, in two halves that each take at most two hours.

/**
 * Suites, each with its name on the command line, its half, its title, its test files, and its time limit in
 * minutes: two to three times what it takes on two free cores. A suite that exceeds the limit fails. Output lines
 * of the form `figure: ...` become figures.
 */
export const suites = [
  {
    name: 'corpus',
    half: 'first',
    title: 'Real documents',
    paths: ['test/corpus/corpus.test.ts'],
    minutes: 8,
  },
  {
    name: 'schemas',
    half: 'first',
    title: 'Schemas, values and round trips',
    paths: [
      'test/corpus',
      'test/rpc/schema.test.ts',
      'test/codegen/layout.test.ts',
      'test/rpc/verdicts.test.ts',
      'test/lifecycle/lint.test.ts',
      'test/lifecycle/verdicts.test.ts',
      'test/lifecycle/mutations.test.ts',
      'test/load/meta-schema.test.ts',
      'test/model/stable-names.test.ts',
      '--exclude',
      'test/corpus/corpus.test.ts',
    ],
    minutes: 12,
  },
  {
    name: 'fuzz',
    half: 'first',
    title: 'Mutated and hostile documents',
    paths: ['test/fuzz'],
    minutes: 35,
  },
  {
    name: 'scaffold',
    half: 'first',
    title: 'Scaffolds under users',
    paths: ['test/scaffold'],
    minutes: 6,
  },
  {
    name: 'slow',
    half: 'first',
    title: 'Slow suites',
    paths: ['test/slow', 'test/node/operators/day.test.ts', 'test/redis'],
    minutes: 6,
  },
  {
    name: 'docs',
    half: 'first',
    title: 'All pages of the docs',
    paths: [
      'test/docs/markup.test.ts',
      'test/docs/browser.test.ts',
      'test/docs/hostile.test.ts',
      'test/docs/site.test.ts',
      'test/docs/try-it.test.ts',
      'test/docs/try-it-corpus.test.ts',
    ],
    minutes: 15,
  },
  {
    name: 'client',
    half: 'first',
    title: 'Clients, and calls in both directions',
    paths: ['test/client', 'test/peer', 'test/peers', 'test/contract/stdio.test.ts'],
    minutes: 4,
  },
  {
    name: 'commands',
    half: 'first',
    title: 'Examples of the help, exports of all documents, and packages without dependencies',
    paths: [
      'test/cli/help-examples.test.ts',
      'test/targets/standalone.test.ts',
      'test/export/export.test.ts',
    ],
    minutes: 5,
  },
  {
    name: 'conversations',
    half: 'first',
    title: 'Recorded conversations',
    paths: ['test/contract/io.test.ts'],
    minutes: 3,
  },
  {
    name: 'formats',
    half: 'first',
    title: 'Modules with custom formats',
    paths: ['test/targets/formats.test.ts'],
    minutes: 4,
  },
  {
    name: 'packaging',
    half: 'first',
    title: 'Samples of real documents, all bundlers, and publishing without a registry',
    paths: [
      'test/packaging/samples.test.ts',
      'test/packaging/bundlers.test.ts',
      'test/packaging/published.test.ts',
    ],
    minutes: 8,
  },
  { name: 'server', half: 'second', title: 'Load', paths: ['test/server'], minutes: 15 },
  {
    name: 'node/hostile',
    half: 'first',
    title: 'Hostile requests to each method',
    paths: ['test/node/hostile.test.ts'],
    minutes: 8,
  },
  {
    name: 'node/fuzz',
    half: 'second',
    title: 'Random requests to the C-Chain',
    paths: ['test/node/c-chain/fuzz.test.ts'],
    minutes: 6,
  },
  {
    name: 'node/exhaustion',
    half: 'first',
    title: 'Programs that try to use up memory or time',
    paths: ['test/node/c-chain/exhaustion.test.ts', 'test/node/c-chain/run-code.test.ts'],
    minutes: 6,
  },
  {
    name: 'node/hardhat-3',
    half: 'second',
    title: 'Samples of Ethereum tools against the node, and a fork of anvil',
    paths: [
      'test/long/hardhat-3.test.ts',
      'test/long/ethereum-samples.test.ts',
      'test/long/forks.test.ts',
    ],
    minutes: 3,
  },
  {
    name: 'node/kill',
    half: 'second',
    title: 'Kills of the node',
    paths: ['test/node/kill', 'test/node/durability.test.ts'],
    minutes: 18,
  },
  {
    name: 'node/soak',
    half: 'second',
    title: 'Chains at their fee limits',
    paths: ['test/node/soak', 'test/node/chain/wake.test.ts'],
    minutes: 26,
  },
  {
    name: 'node/store',
    half: 'second',
    title: 'Faults of the store',
    paths: ['test/node/store'],
    minutes: 16,
  },
  {
    name: 'node/machines',
    half: 'second',
    title: 'Many machines',
    paths: [
      'test/long/many-machines.test.ts',
      'test/long/drills.test.ts',
      'test/node/replica/many-machines.test.ts',
      'test/node/replica/roles.test.ts',
      // Times are measured beside nothing else.
      '--no-file-parallelism',
    ],
    minutes: 13,
  },
  {
    name: 'node/stores',
    half: 'second',
    title: 'Chains on LevelDB and on a log',
    paths: ['test/long/node-stores.test.ts'],
    minutes: 12,
  },
  {
    name: 'node/revert',
    half: 'second',
    title: 'Reverts under load',
    paths: ['test/node/dev/revert-under-load.test.ts', 'test/node/dev/reads-during-revert.test.ts'],
    minutes: 5,
  },
  {
    name: 'node/world',
    half: 'second',
    title: 'Histories over all chains, and of validators',
    paths: ['test/node/world', 'test/node/p-chain/properties.test.ts'],
    minutes: 6,
  },
]

/** Maximum sum of the time limits of a half, in minutes. */
export const halfMinutes = 120
