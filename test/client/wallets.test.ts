import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient, isRpcError } from '@native-node/client'
import { provider } from '@native-node/client/eip1193'
import { createMock } from '@native-node/mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Requesting, requestTransport } from '../../packages/rpc/src/client/eip1193.ts'

const root = resolve(import.meta.dirname, '../..')
const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom'],
  module: 'nodenext',
  strict: true,
  types: ['node'],
  // The samples use third-party libraries.
  skipLibCheck: true,
}

/** Compiles the samples of the guide. The output of the compiler becomes the failure message. */
function samples(url: string): readonly string[] {
  const text = readFileSync(join(root, 'docs/wallets.md'), 'utf8')
  const codes = [...text.matchAll(/```ts\n([^]*?)```/g)].map(([, code = '']) => code)
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/wallets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [index, code] of codes.entries()) {
    writeFileSync(join(folder, `sample${index}.mts`), code.replaceAll('http://127.0.0.1:9650', url))
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  let reported = ''
  try {
    execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
  } catch (error) {
    reported = String(Reflect.get(Object(error), 'stdout'))
  }
  expect(reported).toBe('')
  return codes.map((_, index) => join(folder, `sample${index}.mjs`))
}

/** Creates a page with a wallet that announces itself on request. */
function page(ethereum: Requesting): EventTarget {
  const window = new EventTarget()
  window.addEventListener('eip6963:requestProvider', () => {
    const detail = { info: { name: 'Test wallet' }, provider: ethereum }
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  })
  return Object.assign(window, { ethereum })
}

test('the samples of the guide compile and run', async () => {
  const mock = createMock({ seed: 1 })
  mock.cChain.eth.chainId.returns(43_112n)
  const { url, close } = await mock.listen({ port: 0 })
  onTestFinished(() => close())
  const wallet = provider(createClient({ transport: mock.transport }).cChain)
  Object.assign(globalThis, { window: page(wallet) })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  onTestFinished(() => print.mockRestore())
  for (const path of samples(url)) await import(pathToFileURL(path).href)
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(4))
  expect(print.mock.calls.toSorted((a, b) => a.length - b.length)).toEqual(
    expect.arrayContaining([[43_112n], ['Test wallet', 43_112n], [43_112, 43_112n], [43_112n]]),
  )
}, 60_000)

test('methods of a wallet keep their `this`, and may throw a plain object', async () => {
  class Wallet {
    readonly chainId = '0xa868'
    request({ method }: { readonly method: string }): Promise<unknown> {
      return method === 'eth_chainId'
        ? Promise.resolve(this.chainId)
        : Promise.reject<unknown>({ code: 4001, message: 'User rejected the request.' })
    }
  }
  const node = createClient({ transport: requestTransport(new Wallet()) })
  expect(await node.cChain.eth.chainId()).toBe(43_112n)
  const error = await node.cChain.eth.accounts().catch((thrown: unknown) => thrown)
  expect(isRpcError(error) && error.code).toBe(4001)
})
