import { defineConfig } from 'vitest/config'

/** Suites whose files leave nothing behind in the modules that they import, so they share them. */
const sharing = [
  'test/{client,conformance,contract,emit,extending,lifecycle,load,model,project,rpc,targets,write}/**/*.test.ts',
  // The suite of `debug_` methods measures the heap of its own process.
  'test/node/c-chain/!(debug).test.ts',
  'test/node/{chain,codec,crypto,dev,genesis,p-chain,x-chain}/**/*.test.ts',
]
/** The compiled packages: Node.js loads them itself, which takes less time than to transform them. */
const compiled = /\/(?:generator|templates|packages\/[\w-]+)\/dist\//
const slow = ['test/slow/**/*.test.ts']
const never = ['**/node_modules/**', '.cache/**']

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    server: { deps: { external: [compiled] } },
    projects: [
      {
        extends: true,
        test: { name: 'sharing', isolate: false, include: sharing, exclude: never },
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
