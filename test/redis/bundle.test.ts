import { redisOf } from '@rpcloom/redis'
import { OptionError } from '@rpcloom/rpc/server'
import { build } from 'esbuild'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

const marks = /redis|EVALSHA|XREAD|redis\.call/i

test('a generated server and client without Redis contain nothing of it', async () => {
  const server = await bundled(
    `import { createServer, rateLimit, memoryLimiter } from '@native-node/server'
     console.log(createServer, rateLimit, memoryLimiter)`,
  )
  expect(server.length).toBeGreaterThan(100_000)
  expect(server.split('\n').filter((line) => marks.test(line))).toEqual([])
  const client = await bundled(
    `import { createClient } from '@native-node/client'
     console.log(createClient)`,
  )
  expect(client.split('\n').filter((line) => marks.test(line))).toEqual([])
})

test('options are checked', () => {
  const client = new Redis({ lazyConnect: true })
  expect(() => redisOf(client, { prefix: '' })).toThrow(OptionError)
  expect(() => redisOf(client, { prefix: 'test:', waitMs: Number.NaN })).toThrow(OptionError)
})

test('with Redis, a bundle contains no client of Redis', async () => {
  const text = await bundled(`import { redisOf } from '@rpcloom/redis'; console.log(redisOf)`)
  expect(text).toMatch(marks)
  expect(text).not.toMatch(/redis-errors|cluster-key-slot|@redis\/client|node_modules\/ioredis/)
})
