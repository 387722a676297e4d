// Measures the size of a program that uses the generated client once, minified and gzipped. `node
// bench/client-size.mjs` writes it next to the sizes of other clients; test/client/size.test.ts checks the
// limits.
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'

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

export async function sizeOf(lines) {
  // The other clients are installed in this folder.
  const resolveDir = fileURLToPath(new URL('.', import.meta.url))
  const { outputFiles } = await build({
    stdin: { contents: lines.join('\n'), resolveDir, sourcefile: 'program.js' },
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

/** Programs that make the same call with other clients. */
const peers = {
  'jayson, browser client': [
    `import jayson from 'jayson/promise/lib/client/browser/index.js'`,
    `const send = (url) => async (body) => (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text()`,
    `export const run = (url) => new jayson(send(url), {}).request('web3_clientVersion', [])`,
  ],
  'json-rpc-2.0': [
    `import { JSONRPCClient } from 'json-rpc-2.0'`,
    `export const run = (url) => {`,
    `  const client = new JSONRPCClient(async (body) => client.receive(await (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()))`,
    `  return client.request('web3_clientVersion', [])`,
    `}`,
  ],
  '@open-rpc/client-js': [
    `import { Client, HTTPTransport, RequestManager } from '@open-rpc/client-js'`,
    `export const run = (url) => new Client(new RequestManager([new HTTPTransport(url)])).request({ method: 'web3_clientVersion', params: [] })`,
  ],
  'viem, createClient and http': [
    `import { createClient, http } from 'viem'`,
    `export const run = (url) => createClient({ transport: http(url) }).request({ method: 'web3_clientVersion' })`,
  ],
  'ethers, JsonRpcProvider': [
    `import { JsonRpcProvider } from 'ethers'`,
    `export const run = (url) => new JsonRpcProvider(url).send('web3_clientVersion', [])`,
  ],
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rows = []
  for (const [name, lines] of Object.entries({ ...programs, ...peers })) {
    const { minified, gzipped } = await sizeOf(lines)
    rows.push([name in peers ? name : `ours, ${name}`, minified, gzipped])
  }
  const table = markdownTable([['program', 'bytes, minified', 'minified and gzipped'], ...rows])
  console.log(table)
  await writeSection(
    'Client size',
    `What esbuild makes of programs for browsers. ${machine()}.\n\n${table}`,
  )
}
