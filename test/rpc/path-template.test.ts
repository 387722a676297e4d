import { describe, expect, test } from 'vitest'
import { pathsOf } from '../../packages/rpc/src/document/servers.ts'
import { filledPath, valuesIn } from '../../packages/rpc/src/path-template.ts'

describe('filling a path', () => {
  test.each([
    ['/wallet/{wallet}', { wallet: 'savings' }, '/wallet/savings'],
    ['/{a}/x-{b}.json', { a: '1', b: '2' }, '/1/x-2.json'],
    ['/wallet/{wallet}', { wallet: 'a/../b?c#d e%2f' }, '/wallet/a%2F..%2Fb%3Fc%23d%20e%252f'],
    ['/wallet/{wallet}', { wallet: '%2e%2e' }, '/wallet/%252e%252e'],
    ['/{__proto__}', JSON.parse('{"__proto__":"a"}') as Record<string, string>, '/a'],
    ['/plain', { wallet: 'x' }, '/plain'],
  ])('%s with %j is %s', (template, values, path) => {
    expect(filledPath(template, values)).toBe(path)
  })

  test.each([
    ['a missing value', {}],
    ['an empty value', { wallet: '' }],
    ['this folder', { wallet: '.' }],
    ['the folder above', { wallet: '..' }],
    ['a broken text', { wallet: '\ud800' }],
  ])('refuses %s', (_, values) => {
    expect(() => filledPath('/wallet/{wallet}', values)).toThrow(/wallet|URI/)
  })

  test('ignores inherited members', () => {
    expect(() => filledPath('/{constructor}', {})).toThrow(TypeError)
  })
})

describe('values in a path', () => {
  test.each([
    ['/wallet/{wallet}', '/wallet/savings', { wallet: 'savings' }],
    ['/{a}/x-{b}.json', '/1/x-2.json', { a: '1', b: '2' }],
    ['/wallet/{wallet}', '/wallet/a%2Fb', { wallet: 'a/b' }],
    ['/wallet/{wallet}', '/wallet/%', { wallet: '%' }],
    ['/wallet/{wallet}', '/wallet/', undefined],
    ['/wallet/{wallet}', '/wallet/a/b', undefined],
    ['/wallet/{wallet}', '/wallet/%2e%2e', undefined],
    ['/wallet/{wallet}', '/wallet/..', undefined],
    ['/x{a}x', '/x', undefined],
    ['/plain', '/other', undefined],
    ['/plain', '/plain', {}],
  ])('%s in %s', (template, path, values) => {
    expect(valuesIn(template, path)).toEqual(values)
  })
})

describe('the paths of a document', () => {
  const wallet = { name: 'wallet', default: 'main' }
  test.each([
    ['no server', [], {}, { path: '/' }],
    ['a server', [{ url: 'http://h/rpc' }], {}, { path: '/rpc' }],
    [
      'a variable of a server',
      [{ url: 'http://{host}:1/wallet/${wallet}', variables: { host: { default: 'h' }, wallet } }],
      {},
      { path: '/wallet/main', at: '/wallet/{wallet}' },
    ],
    [
      'only a variable of another part',
      [{ url: '{base}/rpc', variables: { base: { default: 'http://h/a' } } }],
      {},
      { path: '/a/rpc' },
    ],
    [
      'a variable in x-group that the server has a value for',
      [{ url: 'http://h/chain/X/rpc' }],
      { path: '/chain/{chain}/rpc', wsPath: '/chain/{chain}/ws' },
      {
        path: '/chain/X/rpc',
        at: '/chain/{chain}/rpc',
        wsPath: '/chain/X/ws',
        wsAt: '/chain/{chain}/ws',
      },
    ],
    [
      'a variable in x-group without a value',
      [{ url: 'http://h:8332' }],
      { path: '/wallet/{wallet}', wsPath: '/{wallet}/ws' },
      { path: '/', at: '/wallet/{wallet}', wsAt: '/{wallet}/ws' },
    ],
    [
      'a path in x-group without variables',
      [{ url: 'http://h/{wallet}', variables: { wallet } }],
      { path: '/rpc', wsPath: '/ws' },
      { path: '/rpc', wsPath: '/ws' },
    ],
  ])('%s', (_, servers, group, want) => {
    expect(pathsOf(servers, group)).toEqual(want)
  })
})
