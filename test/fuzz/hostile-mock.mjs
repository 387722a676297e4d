// Calls each method of a document's mock, without params and with those of its example, and then
// serves the mock over HTTP. Prints the address, and exits when stdin closes. Argument: the
// document.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { mockDocuments } from '@rpcloom/mock'

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const mock = mockDocuments([document], { seed: '1' })
for (const { name, examples = [] } of document.methods) {
  const given = Object.fromEntries(
    examples.flatMap(({ params }) => params).map((param) => [param.name, param.value]),
  )
  for (const params of [{}, given]) {
    const text = await mock.handle(JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params }))
    const { error } = JSON.parse(text)
    if (error?.code === -32603) throw new Error(`${name}: ${text}`)
  }
}

const server = createServer((request, response) => {
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', async () => {
    const text = await mock.handle(Buffer.concat(parts).toString())
    response.setHeader('content-type', 'application/json')
    response.end(text ?? '')
  })
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`))
process.stdin.on('end', () => process.exit(0)).resume()
