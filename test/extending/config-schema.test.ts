import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import type { Json, JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { checkConfig } from 'rpcloom/run'
import { configType, typePath } from '../../scripts/config-type.mjs'
import { checkLint } from '../../generator/src/lint/settings.ts'

const root = resolve(import.meta.dirname, '../..')
const schema: object = JSON.parse(readFileSync(join(root, 'generator/config.schema.json'), 'utf8'))
const validate = new Ajv({ allErrors: true, strict: false }).compile(schema)

const small = { inputs: ['a.json'], out: 'out', scope: '@t', targets: { client: {} } }
const own: JsonObject = JSON.parse(readFileSync(join(root, 'rpcloom.config.json'), 'utf8'))

/** Returns whether an editor and the generator accept the configuration. */
function both(json: Json): readonly boolean[] {
  const checked = checkConfig('rpcloom.config.json', json)
  const isFine = checked.kind === 'config' && checkLint('', checked.config.lint).length === 0
  return [validate(json), isFine]
}

test.each<[string, Json]>([
  ['the least that there is', small],
  ['that of this repository', own],
  ['a schema next to it', { ...small, $schema: './node_modules/rpcloom/config.schema.json' }],
  [
    'every flag',
    { ...small, format: false, allowUnresolved: true, allowRemote: true, allowOutside: true },
  ],
  ['a formatter', { ...small, format: 'prettier' }],
  ['overlays and a version', { ...small, overlays: ['o.json'], version: '1.0.0-rc.1' }],
  [
    'options of a target',
    { ...small, targets: { client: { package: '@a/b', license: 'ISC', own: 7 } } },
  ],
  [
    'links of the packages',
    {
      ...small,
      repository: 'https://a.example/b',
      homepage: 'https://a.example',
      bugs: 'https://b.example',
    },
  ],
  ['effects', { ...small, effects: { read: ['eth_get*', '*_call'], admin: [] } }],
  ['a preset of rules', { ...small, lint: { preset: 'all' } }],
  ['names of groups', { ...small, groups: { 'api/*.json': 'eth' } }],
  [
    'fragments',
    { ...small, inputs: ['a.json', { root: 'b.yaml', methods: ['c/*.yaml'], 'error-groups': [] }] },
  ],
  ['a custom target', { ...small, targets: { 'error-table': { module: './a.js' } } }],
  ['rules', { ...small, lint: { rules: { 'missing-example': ['error', {}], RL701: 'off' } } }],
])('%s is a valid configuration', (_, json) => {
  expect(both(json), JSON.stringify(validate.errors)).toEqual([true, true])
})

test.each<[string, Json]>([
  ['no object', []],
  ['an input without a name', { ...small, inputs: [''] }],
  ['no scope', { ...small, scope: 't' }],
  ['no version', { ...small, version: 'one' }],
  ['a repository that is not a URL', { ...small, repository: 'acme/api' }],
  ['no target', { ...small, targets: {} }],
  ['a name that no target has', { ...small, targets: { Client: {} } }],
  ['invalid options', { ...small, targets: { client: true } }],
  ['a module without a name', { ...small, targets: { client: { module: '' } } }],
  ['templates that are not a path', { ...small, targets: { docs: { templates: 7 } } }],
  [
    'a standalone client that is neither true nor false',
    { ...small, targets: { client: { standalone: 'yes' } } },
  ],
  ['an unknown preset', { ...small, lint: { preset: 'strict' } }],
  ['a group whose name is not a string', { ...small, groups: { 'a.json': 1 } }],
  ['fragments without a root', { ...small, inputs: [{ methods: ['a'] }] }],
  ['fragments of an unknown section', { ...small, inputs: [{ root: 'a', method: ['a'] }] }],
  ['an unknown effect', { ...small, effects: { reads: ['a'] } }],
  ['an effect without patterns', { ...small, effects: { read: 'eth_*' } }],
  ['an invalid flag', { ...small, format: 'no' }],
  ['a misspelled member', { ...small, input: ['a.json'] }],
  ['an unknown severity', { ...small, lint: { rules: { 'missing-example': 'loud' } } }],
  [
    'an ignore entry without a location',
    { ...small, lint: { ignore: [{ rule: 'missing-example' }] } },
  ],
])('%s is rejected', (_, json) => {
  expect(both(json)).toEqual([false, false])
})

test('the type of a configuration is that of the schema', async () => {
  const text = readFileSync(typePath, 'utf8')
  expect(text, 'run `node scripts/config-type.mjs`').toBe(await configType())
})
