import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** A page that calls one method of a worker, and whose handlers the worker calls. */
const program = [
  `import { buildClient, method } from '@rpcloom/rpc/codegen/client'`,
  `import { buildPeer } from '@rpcloom/rpc/codegen/peer'`,
  `import { port } from '@rpcloom/rpc/channels'`,
  'export const run = (worker, hover, groups, handlers) =>',
  '  buildPeer({ channel: port(worker), client: (transport) => buildClient({ hover: method(hover) }, transport), groups, handlers })',
].join('\n')

test('a peer with one method has at most 6 KiB, without what it loads for the first call', async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    external: ['*/for-peers.js'],
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    legalComments: 'none',
    write: false,
  })
  const [file] = outputFiles
  const gzipped = gzipSync(file?.contents ?? '', { level: 9 }).length
  expect(file?.text).toContain('for-peers.js')
  expect(gzipped).toBeGreaterThan(3000)
  expect(gzipped).toBeLessThanOrEqual(6144)
})
