// What a page can use: the client over HTTP and WebSocket, validation of results, a mock, and a
// server in memory.
import { createMock } from '@native-node/mock'
import { createClient, memory } from '@native-node/client'
import { validate } from '@native-node/client/validate'
import { createServer } from '@native-node/server'
import { mockDocuments } from '@rpcloom/mock'
import { checkSchema } from '@rpcloom/schema'
import { body } from './body.mjs'

async function all() {
  const url = new URLSearchParams(location.search).get('node') ?? ''
  const mock = createMock({ seed: 1 })
  mock.info.getNetworkID.returns({ networkID: 7 })
  const mocked = await createClient({ transport: mock.transport }).info.getNetworkID()
  const wrong = ({ id }) =>
    Promise.resolve({ status: 200, message: { id, result: { networkID: {} } } })
  const checked = await createClient({ transport: validate(wrong) })
    .info.getNetworkID()
    .catch(({ name }) => name)
  const server = createServer({ info: { getNetworkID: () => ({ networkID: 9 }) } })
  const served = await createClient({ transport: memory(server) }).info.getNetworkID()
  const document = {
    openrpc: '1.3.2',
    info: { title: 'Shop', version: '1.0.0' },
    methods: [
      { name: 'shop.open', params: [], result: { name: 'isOpen', schema: { const: true } } },
    ],
  }
  const shop = mockDocuments([document], { seed: 1 })
  const plain = await shop.handle('{"jsonrpc":"2.0","id":1,"method":"shop.open"}')
  const issues = checkSchema({ type: 'string' }, 1)
  return {
    ...(await body(url)),
    mocked,
    checked,
    served,
    plain: JSON.parse(plain).result,
    issues: issues.map(({ keyword }) => keyword),
  }
}

globalThis.result = all().catch((error) => ({ failed: String(error?.stack ?? error) }))
