import { defineConfig } from 'vitest/config'

/** Suites whose files leave nothing behind in the modules that they import, so they share them. */
export const sharing = [
  'test/{cli,client,codegen,conformance,contract,corpus,export,extending,lifecycle,load,model,output,project}/**/*.test.ts',
  'test/{peers,rpc,scaffold,targets}/**/*.test.ts',
  'test/peer/!(codex).test.ts',
  // Suites in a browser take their time elsewhere.
  'test/docs/!(browser|try-it*).test.ts',
  // The suites of debug and admin methods take snapshots of the heap of their own process; those of commands and
  // kills start processes.
  'test/node/!(admin-http|command|durability|hostile|secrets).test.ts',
  // One replaces a method of EthereumJS, and one measures how long its own process blocks.
  'test/node/c-chain/!(debug|heavy-opcodes|run-code).test.ts',
  'test/node/{chain,codec,crypto,dev,genesis,p-chain,replica,store,world,x-chain}/**/*.test.ts',
]
/** The compiled packages: Node.js loads them itself, which takes less time than to transform them. */
const compiled = /\/(?:generator|templates|packages\/[\w-]+)\/dist\//
const slow = ['test/slow/**/*.test.ts']
/** Suites that need large installs: only `npm run test:long` runs them. */
const long = process.env['RPCLOOM_LONG'] === '1' ? [] : ['test/long/**']
/** A factor for time limits on a busy machine. */
const patience = Number(process.env['PATIENCE'] ?? 1)
/** Replaces the stores of the nodes that suites start. */
const setupFiles =
  process.env['RPCLOOM_NODE_STORE'] === undefined ? [] : ['test/node/other-stores.ts']
const never = ['**/node_modules/**', '.cache/**', ...long]

export default defineConfig({
  test: {
    globalSetup: 'test/compiled.ts',
    setupFiles,
    testTimeout: patience * 120_000,
    hookTimeout: patience * 120_000,
    maxWorkers: 2,
    server: { deps: { external: [compiled] } },
    // Vitest runs projects in the order of their names: the many short files come last and fill both workers.
    projects: [
      {
        extends: true,
        test: { name: 'together', isolate: false, include: sharing, exclude: never },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.test.ts'],
          exclude: [...never, ...sharing, ...slow],
        },
      },
      { extends: true, test: { name: 'slow', include: slow, exclude: never } },
    ],
  },
})
