// Bytes that a program with one use of the generated client takes, minified and gzipped.
// `node bench/client-size.mjs` prints them; test/client/size.test.ts holds them to their ceilings.
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Programs by the form of their import. */
export const programs = {
  'one method': [
    `import { http } from '@native-node/client'`,
    `import { web3ClientVersion } from '@native-node/client/c-chain'`,
    `export const run = (url) => web3ClientVersion(http(url))`,
  ],
  'one method that reads a bigint': [
    `import { http } from '@native-node/client'`,
    `import { ethBlockNumber } from '@native-node/client/c-chain'`,
    `export const run = (url) => ethBlockNumber(http(url))`,
  ],
  'one method that reads a bigint from a JSON number': [
    `import { http } from '@native-node/client'`,
    `import { getHeight } from '@native-node/client/p-chain'`,
    `export const run = (url) => getHeight(http(url))`,
  ],
  'one group': [
    `import { http } from '@native-node/client'`,
    `import * as info from '@native-node/client/info'`,
    `export const run = (url, name) => info[name](http(url))`,
  ],
  'the whole client': [
    `import { createClient, http } from '@native-node/client'`,
    `export const run = (url) => createClient({ transport: http(url) }).pChain.getHeight()`,
  ],
}

/** Size of a program as a browser gets it. */
export async function sizeOf(lines) {
  const { outputFiles } = await build({
    stdin: { contents: lines.join('\n'), resolveDir: root, sourcefile: 'program.js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    legalComments: 'none',
    write: false,
  })
  const code = outputFiles[0].contents
  return { minified: code.length, gzipped: gzipSync(code, { level: 9 }).length }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, lines] of Object.entries(programs)) {
    const { minified, gzipped } = await sizeOf(lines)
    console.log(`${name.padEnd(52)} ${String(minified).padStart(6)} ${String(gzipped).padStart(6)}`)
  }
}
