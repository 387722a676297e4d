import type { Api, Method } from 'rpcloom/model'
import {
  jsonText,
  groupPath,
  quoteString,
  sampleMethods,
  type TargetOptions,
  visibleJson,
  sampleAddress,
} from 'rpcloom/codegen'

/**
 * Returns a sample that configures a method to fail, and connects a client to the mock if this run generates
 * a client.
 */
export function codeOf(api: Api, options: TargetOptions): string {
  const client = options.siblings['client']
  const sample = sampleMethods(api)[0]
  const access = sample && groupPath(sample.group, sample.method)
  const isCalled = client !== undefined && sample !== undefined && isPlain(sample.method)
  const name = sample && quoteString(sample.method.name)
  return [
    ...(client === undefined ? [] : [`import { createClient } from ${quoteString(client)}`]),
    `import { createMock, RpcError } from ${quoteString(options.packageName)}`,
    '',
    'const mock = createMock({ seed: 1 })',
    ...(client === undefined ? [] : ['const client = createClient({ transport: mock.transport })']),
    ...(isCalled ? [`console.log(await client${access}())`] : []),
    ...(access === undefined
      ? []
      : ['', `mock${access}.failsOnce(new RpcError(-32000, 'not yet')).delay(5)`]),
    ...(isCalled
      ? [
          `await client${access}().catch((error: unknown) => console.log(String(error)))`,
          `mock${access}.assertCalled(2)`,
          `console.log(mock.calls(${name}).length)`,
        ]
      : []),
    'mock.reset()',
  ].join('\n')
}

export function listeningOf({ packageName }: TargetOptions): string {
  return [
    `import { createMock } from ${quoteString(packageName)}`,
    '',
    'const { url, close } = await createMock({ latency: { milliseconds: 5, jitter: 10 } }).listen()',
    'console.log(url)',
    'await close()',
  ].join('\n')
}

export function scenarioOf(api: Api, { packageName }: TargetOptions): string {
  const sample = sampleMethods(api)[0]
  const steps = [
    { fault: 'drop' },
    { error: { code: -32000, message: 'not yet' }, times: 2 },
    { delayMs: 100 },
  ]
  const scenario = {
    $schema: `./node_modules/${packageName}/scenario.schema.json`,
    latency: 20,
    ...(sample && { methods: { [sample.method.name]: steps } }),
  }
  return visibleJson(jsonText(scenario, undefined, 2))
}

export function mswOf(api: Api, { packageName }: TargetOptions): string {
  return [
    "import * as msw from 'msw'",
    "import { setupServer } from 'msw/node'",
    `import { createMock } from ${quoteString(packageName)}`,
    `import { mockHandlers } from ${quoteString(`${packageName}/msw`)}`,
    '',
    'const mock = createMock()',
    `const server = setupServer(...mockHandlers(mock, msw, { url: ${quoteString(sampleAddress(api))} }))`,
    'server.listen()',
    'server.close()',
  ].join('\n')
}

function isPlain({ params, result, subscription, availability }: Method): boolean {
  if (result === undefined || subscription !== undefined) return false
  return availability.http !== 'absent' && params.every(({ required }) => !required)
}
