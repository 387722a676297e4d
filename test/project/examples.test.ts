import { describe, expect, test } from 'vitest'
import { below, children, documents, files, follow, items, text } from './openrpc/files.ts'
import { member, type Found } from './openrpc/files.ts'
import { formats } from './openrpc/formats.ts'
import { faults } from './openrpc/oracle.ts'
import { descriptorsOf, errorsOf, fieldsOf, methodsOf, references } from './openrpc/walk.ts'
import { root, schemasOf, methodNames } from './openrpc/walk.ts'

const names = documents.map(([file]) => file)
const location = ({ file, pointer }: Found): string => `${file}#${pointer}`
const label = (method: Found): string => `${method.file} ${text(method.value, 'name')}`

test('there are documents', () => {
  expect(names.length).toBeGreaterThan(0)
})

describe.each(names)('%s', (file) => {
  const methods = methodsOf(file)

  test('describes every method, its effect and its errors', () => {
    const lacking = methods.flatMap((method) => {
      const effect = text(method.value, 'x-effect')
      const missing = [
        ...['summary', 'description'].filter((name) => text(method.value, name) === ''),
        ...(['read', 'write', 'admin'].includes(effect) ? [] : ['x-effect']),
        ...['errors', 'paramStructure'].filter((name) => below(method, name) === undefined),
        ...(children(below(method, 'examples')).length === 0 ? ['examples'] : []),
      ]
      return missing.map((name) => `${label(method)}: ${name}`)
    })
    expect(lacking).toEqual([])
  })

  test('has no two methods with the same name', () => {
    const methodNames = methods.map((method) => text(method.value, 'name'))
    expect(methodNames.filter((name, index) => methodNames.indexOf(name) !== index)).toEqual([])
  })

  test('describes every param, every result and every field', () => {
    const isMute = (found: Found, ...keys: readonly string[]): boolean =>
      keys.every((key) => text(found.value, key) === '')
    const mute = [
      ...methods.flatMap(descriptorsOf).filter((found) => isMute(found, 'summary', 'description')),
      ...schemasOf(file)
        .flatMap(fieldsOf)
        .filter((field) => isMute(field, 'description') && !isRecord(field)),
    ]
    expect([...new Set(mute.map(location))]).toEqual([])
  })

  test('describes each value of an enumeration', () => {
    const mute = schemasOf(file).flatMap((schema) => {
      const branches = children(below(schema, 'oneOf'))
      // A union can have one literal member; an enumeration has only literals.
      const isEnumeration = branches.every((branch) => below(branch, 'const') !== undefined)
      const values = isEnumeration ? branches : []
      return [
        ...(below(schema, 'enum') === undefined ? [] : [`${location(schema)} enum`]),
        ...values.filter((value) => text(value.value, 'description') === '').map(location),
      ]
    })
    expect(mute).toEqual([])
  })

  test('limits every integer', () => {
    const open = schemasOf(file).filter(({ value }) => {
      const types = [member(value, 'type')].flatMap((type) =>
        typeof type === 'string' ? [type] : items(type),
      )
      const bounds = [member(value, 'minimum'), member(value, 'maximum'), member(value, 'const')]
      return types.includes('integer') && bounds.filter((bound) => bound !== undefined).length === 0
    })
    expect(open.map(location)).toEqual([])
  })

  test('uses only known formats', () => {
    const used = schemasOf(file).map(({ value }) => text(value, 'format'))
    expect([...new Set(used)].filter((name) => name !== '' && !(name in formats))).toEqual([])
  })

  test('gives each error with the same code another reason, whose pattern matches its message', () => {
    for (const method of methods) {
      const reasons = errorsOf(method).map(
        ({ value }) =>
          `${JSON.stringify(member(value, 'code'))} ${text(member(value, 'x-reason'), 'name')}`,
      )
      expect(new Set(reasons).size, label(method)).toBe(reasons.length)
      for (const { value } of errorsOf(method)) {
        const pattern = text(member(value, 'x-reason'), 'pattern')
        expect(text(value, 'message'), label(method)).toMatch(new RegExp(pattern))
      }
    }
  })

  test('refers only to existing params and results in its extensions', () => {
    const wrong = methods.flatMap((method) => {
      const params = paramNames(method)
      const pagination = below(method, 'x-pagination')?.value
      const paging = ['cursor', 'limit'].map((role) => text(member(pagination, role), 'param'))
      const queries = children(below(method, 'x-rest')).flatMap((route) =>
        items(member(route.value, 'query')).map((query) => text(query, 'param')),
      )
      const replacement = text(below(method, 'x-deprecated')?.value, 'replacedBy')
      return [
        ...[...paging, ...queries].filter((name) => name !== '' && !params.includes(name)),
        ...[replacement].filter((name) => name !== '' && !methodNames().has(name)),
      ].map((name) => `${label(method)}: ${name}`)
    })
    expect(wrong).toEqual([])
  })

  const pairings = methods.flatMap((method) =>
    children(below(method, 'examples')).map(
      (example) =>
        [`${text(method.value, 'name')}: ${text(example.value, 'name')}`, method, example] as const,
    ),
  )

  test.each(pairings)('%s', (_, method, example) => {
    const pairing = follow(example)
    if (pairing === undefined) throw new Error(`${location(example)} is an unresolved reference`)
    expect(faultsOf(method, pairing)).toEqual([])
  })

  test('has example pairings with different names in a method', () => {
    const all = pairings.map(([name]) => name)
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
  })
})

/** Whether a field is only a reference to a type whose description also describes the field. */
function isRecord(field: Found): boolean {
  const to = follow(field)
  return to !== undefined && to !== field && to.file !== 'shared/primitives.json'
}

function paramNames(method: Found): readonly string[] {
  return children(below(method, 'params')).map((param) => text(follow(param)?.value, 'name'))
}

/** Returns the errors of an example pairing according to the schemas of its method. */
function faultsOf(method: Found, pairing: Found): readonly string[] {
  const descriptors = children(below(method, 'params')).flatMap((param) => follow(param) ?? [])
  const byPosition = text(method.value, 'paramStructure') === 'by-position'
  const given = children(below(pairing, 'params')).flatMap((param) => follow(param) ?? [])
  const used = new Set<Found>()
  const wrong = given.flatMap(({ value: param }, index) => {
    const name = text(param, 'name')
    const descriptor = byPosition
      ? descriptors[index]
      : descriptors.find(({ value }) => text(value, 'name') === name)
    if (descriptor === undefined || text(descriptor.value, 'name') !== name) {
      return [`no param ${name} there`]
    }
    used.add(descriptor)
    return against(descriptor, member(param, 'value'), name)
  })
  const missing = descriptors.filter(
    (descriptor) => member(descriptor.value, 'required') === true && !used.has(descriptor),
  )
  const result = below(method, 'result')
  const answer = below(pairing, 'result')
  return [
    ...wrong,
    ...missing.map(({ value }) => `param ${text(value, 'name')} is missing`),
    ...(result === undefined
      ? []
      : against(follow(result), member(answer && follow(answer)?.value, 'value'), 'result')),
  ]
}

function against(
  descriptor: Found | undefined,
  value: Found['value'] | undefined,
  name: string,
): readonly string[] {
  const schema = descriptor && below(descriptor, 'schema')
  if (schema === undefined || value === undefined) return [`${name} has no schema or no value`]
  return faults(schema, value).map((fault) => `${name}: ${fault}`)
}

describe('references', () => {
  const used = references()

  test('resolve', () => {
    const broken = used.filter(({ to }) => {
      const [file = '', pointer = ''] = to.split('#')
      const steps = pointer.split('/').slice(1)
      return !files.has(file) || below(root(file), ...steps) === undefined
    })
    expect(broken).toEqual([])
  })

  test('use every named component', () => {
    const targets = new Set(used.map(({ to }) => to))
    // Methods do not list errors that every call can return.
    const always = ['ParseError', 'InvalidRequest', 'MethodNotFound', 'InternalError']
    const unused = [...files.keys()].flatMap((file) =>
      ['schemas', 'errors', 'contentDescriptors'].flatMap((kind) =>
        children(below(root(file), ...(file.startsWith('shared/') ? [kind] : ['components', kind])))
          .map(location)
          .filter((here) => !targets.has(here))
          .filter((here) => !always.some((name) => here.endsWith(`/errors/${name}`))),
      ),
    )
    expect(unused).toEqual([])
  })

  test('refer to schemas with a description', () => {
    const mute = [...files.keys()].flatMap((file) => {
      const schemas = below(
        root(file),
        ...(file.startsWith('shared/') ? [] : ['components']),
        'schemas',
      )
      return children(schemas).filter(({ value }) => text(value, 'description') === '')
    })
    expect(mute.map(location)).toEqual([])
  })

  test('refer to valid examples', () => {
    const wrong = [...files.keys()].flatMap((file) => {
      const schemas = below(
        root(file),
        ...(file.startsWith('shared/') ? [] : ['components']),
        'schemas',
      )
      return children(schemas).flatMap((schema) =>
        items(member(schema.value, 'examples')).flatMap((example) =>
          faults(schema, example).map((fault) => `${location(schema)}: ${fault}`),
        ),
      )
    })
    expect(wrong).toEqual([])
  })
})

describe('the oracle itself', () => {
  const id = '2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed'
  const cases: readonly (readonly [format: string, good: string, bad: string])[] = [
    ['uint64', '18446744073709551615', '18446744073709551616'],
    ['uint8', '255', '256'],
    ['cb58', id, `${id.slice(0, -1)}e`],
    ['node-id', 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg', id],
    ['checksummed-hex', '0x0017afa01d', '0x0017afa01e'],
    ['hex', '0x00ff', '0x00f'],
    [
      'bech32-address',
      'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u',
      'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96v',
    ],
    ['date-time', '2024-12-16T17:00:00.123456789Z', '2024-12-16 17:00:00'],
  ]

  test.each(cases)('%s distinguishes valid from invalid values', (format, good, bad) => {
    expect([formats[format]?.(good), formats[format]?.(bad)]).toEqual([true, false])
  })

  test('finds an injected fault through a reference to another file', () => {
    const [schema] = children(below(root('info.openrpc.json'), 'methods'))
      .filter((method) => text(method.value, 'name') === 'info.getNetworkID')
      .flatMap((method) => below(method, 'result', 'schema') ?? [])
    if (schema === undefined) throw new Error('no such method')
    expect(faults(schema, { networkID: '12345' })).toEqual([])
    expect(faults(schema, { networkID: '4294967296' }).length).toBeGreaterThan(0)
    expect(faults(schema, {}).length).toBeGreaterThan(0)
  })
})
