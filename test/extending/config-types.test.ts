import { defineConfig, type UserConfig } from 'rpcloom'
import type { Json } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { checkConfig } from 'rpcloom/run'
import { checkLint } from '../../generator/src/lint/settings.ts'

const whole: Required<UserConfig> = {
  $schema: './node_modules/rpcloom/config.schema.json',
  inputs: ['openrpc/*.json', 'discover:http://127.0.0.1:8545'],
  overlays: ['overlays/public.json'],
  out: 'packages',
  scope: '@acme',
  hexQuantities: 'bigint',
  effects: { read: ['eth_get*'], admin: ['miner_*'] },
  groups: { 'api/*.json': 'eth' },
  version: '1.2.3',
  repository: 'https://github.com/acme/api',
  homepage: 'https://example.org',
  bugs: 'https://example.org/bugs',
  targets: {
    client: { package: 'acme-client', license: 'Apache-2.0', standalone: true },
    server: {},
    mock: {},
    docs: {
      title: 'Acme',
      tagline: 'All of it.',
      start: 'a.b',
      baseUrl: 'https://example.org/',
      guides: ['guides/*.md'],
    },
    'error-table': { module: './tools/error-table.ts', templates: 'mine', intro: 'Hello' },
  },
  formats: './formats.ts',
  format: false,
  allowUnresolved: true,
  allowRemote: true,
  allowOutside: true,
  lint: {
    rules: { 'missing-example': 'off', 'boolean-position': ['error', {}] },
    ignore: [{ rule: 'param-type', file: 'openrpc/**', pointer: '/methods/**' }],
  },
}

function isFine(config: UserConfig): boolean {
  const json: Json = JSON.parse(JSON.stringify(defineConfig(config)))
  const checked = checkConfig('rpcloom.config.ts', json)
  return checked.kind === 'config' && checkLint('', checked.config.lint).length === 0
}

test('values that the types allow pass the checks', () => {
  expect(isFine(whole)).toBe(true)
})

test('values that the types reject fail the checks', () => {
  const { inputs, out, scope, targets } = whole
  const faulty: readonly UserConfig[] = [
    // @ts-expect-error inputs are a list
    { inputs: 'openrpc/*.json', out, scope, targets },
    // @ts-expect-error a misspelled member
    { inputs, out, scope, targets, formats: true },
    // @ts-expect-error `out` is missing
    { inputs, scope, targets },
    // @ts-expect-error a module is named by text
    { inputs, out, scope, targets: { mine: { module: 7 } } },
    // @ts-expect-error a rule is "off", "warn" or "error"
    { inputs, out, scope, targets, lint: { rules: { 'missing-example': 'loud' } } },
  ]
  expect(faulty.filter(isFine)).toEqual([])
})
