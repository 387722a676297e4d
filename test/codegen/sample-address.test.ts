import { sampleAddress, samplePort } from 'rpcloom/codegen'
import { expect, test } from 'vitest'
import { build, documentOf } from '../model/documents.ts'

test.each<readonly [servers: readonly string[], address: string, port: string]>([
  [[], 'http://127.0.0.1:8545', '8545'],
  [['http://localhost:9650/rpc'], 'http://localhost:9650', '9650'],
  [['wss://a.example', 'https://b.example/rpc'], 'https://b.example', '8545'],
  [['/rpc', '${scheme}://b.example', 'http://c.example:81'], 'http://c.example:81', '81'],
  [['http://ann:hunter2@localhost:9000/rpc?key=1'], 'http://localhost:9000', '9000'],
  [['http://[::1]:7000'], 'http://[::1]:7000', '7000'],
])('samples of a document with the servers %j use %s and port %s', (urls, address, port) => {
  const servers = urls.map((url, index) => ({ name: `s${index}`, url }))
  const { api } = build(documentOf([], {}, { servers }))
  expect([sampleAddress(api), samplePort(api)]).toEqual([address, port])
})
