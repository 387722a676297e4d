import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { targets } from '@rpcloom/templates'
import { readConfig } from '../../generator/src/engine/config-file.ts'
import { withImported } from '../../generator/src/engine/imported-targets.ts'
import { checkConfig } from 'rpcloom/run'
import { temporaryFolder } from '../temporary-folder.ts'

const least = { inputs: ['a.json'], out: 'packages', scope: '@a', targets: { client: {} } }

test('fills in defaults', () => {
  expect(
    checkConfig('c.json', { ...least, targets: { client: {}, docs: { package: 'b', deep: 1 } } }),
  ).toEqual({
    kind: 'config',
    config: {
      inputs: ['a.json'],
      overlays: [],
      out: 'packages',
      scope: '@a',
      version: '0.1.0',
      links: {},
      targets: {
        client: { packageName: '@a/client', options: {} },
        docs: { packageName: 'b', options: { deep: 1 } },
      },
      hexQuantities: 'bigint',
      format: true,
      allowUnresolved: false,
      allowRemote: false,
      allowOutside: false,
    },
  })
})

test.each([
  ['client', {}, ['client', 'types']],
  ['client', { standalone: true }, ['client']],
  ['client', { module: './own.js' }, ['client']],
  ['server', {}, ['server', 'types']],
  ['mock', {}, ['mock', 'server', 'types']],
  ['docs', {}, ['docs']],
])('%s with %j is generated together with the targets that it imports', (name, options, names) => {
  const checked = checkConfig('c.json', { ...least, targets: { [name]: options } })
  if (checked.kind !== 'config') throw new TypeError('The configuration is faulty.')
  expect(Object.keys(withImported(checked.config, targets).targets).toSorted()).toEqual(names)
})

test.each([
  ['a list', [], ['']],
  ['nothing', {}, ['/inputs', '/out', '/scope', '/targets']],
  ['a misspelled member', { ...least, input: [] }, ['/input']],
  ['overlays that are not a list', { ...least, overlays: 'a.json' }, ['/overlays']],
  ['an input that is not a string', { ...least, inputs: [1] }, ['/inputs/0']],
  ['a scope without @', { ...least, scope: 'a' }, ['/scope']],
  ['a scope that is a path', { ...least, scope: '@../..' }, ['/scope']],
  ['no targets', { ...least, targets: {} }, ['/targets']],
  ['a target that is a path', { ...least, targets: { '../x': {} } }, ['/targets/..~1x']],
  ['a target without options', { ...least, targets: { client: 1 } }, ['/targets/client']],
  [
    'a package that is a path',
    { ...least, targets: { client: { package: '../x' } } },
    ['/targets/client/package'],
  ],
  [
    'templates that are not a path',
    { ...least, targets: { client: { templates: 1 } } },
    ['/targets/client/templates'],
  ],
  ['an invalid version', { ...least, version: '1' }, ['/version']],
  ['a flag that is a string', { ...least, format: 'no' }, ['/format']],
])('rejects %s', (_, json, pointers) => {
  const checked = checkConfig('c.json', json)
  const findings = checked.kind === 'faulty' ? checked.findings : []
  expect(findings.map(({ place }) => place.pointer)).toEqual(pointers)
  expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['RL002']))
})

describe('a configuration file', () => {
  test.each([
    ['rpcloom.config.json', JSON.stringify(least)],
    ['rpcloom.config.mjs', `export default ${JSON.stringify(least)}`],
    [
      'rpcloom.config.ts',
      `interface C { out: string }\nconst c: C & object = ${JSON.stringify(least)}\nexport default c`,
    ],
  ])('%s is loaded, and loaded again', async (name, text) => {
    const root = temporaryFolder({ [name]: text })
    for (let time = 0; time < 2; time++) {
      const read = await readConfig(join(root, name))
      expect(read).toMatchObject({ kind: 'config', root, config: { scope: '@a' } })
    }
    expect(readdirSync(root).filter((entry) => entry !== 'node_modules')).toEqual([name])
    expect(existsSync(join(root, 'node_modules/.cache/rpcloom'))).toBe(
      name !== 'rpcloom.config.json',
    )
  })

  test('that imports other files is evaluated each time', async () => {
    const root = temporaryFolder({
      'rpcloom.config.ts': `import { out } from './out.mjs'\nexport default { ...${JSON.stringify(least)}, out }`,
      'out.mjs': 'export const out: string = "o"'.replace(': string', ''),
    })
    expect(await readConfig(join(root, 'rpcloom.config.ts'))).toMatchObject({
      config: { out: 'o' },
    })
    expect(existsSync(join(root, 'node_modules'))).toBe(false)
  })

  test.each([
    ['that is not there', 'none.json', undefined, 'RL001', 1],
    ['with a syntax fault', 'c.json', '{\n  "out": }', 'RL102', 2],
    ['that throws', 'c.mjs', 'throw new Error("no")', 'RL001', 1],
    [
      'with a wrong member',
      'c.json',
      JSON.stringify({ ...least, out: 1 }, undefined, 1),
      'RL002',
      5,
    ],
  ])('%s is reported as a diagnostic', async (...[, name, text, code, line]) => {
    const root = temporaryFolder(text === undefined ? {} : { [name]: text })
    const read = await readConfig(join(root, name))
    const diagnostics = read.kind === 'faulty' ? read.diagnostics : []
    expect(diagnostics.map((found) => [found.code, found.line])).toEqual([[code, line]])
  })
})
